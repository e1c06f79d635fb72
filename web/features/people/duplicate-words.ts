import type { Likeness, MergeRefusal, TakenField, UndoRefusal } from '#contract/people/duplicates.ts'
import { m } from '#words/messages.js'

export const likenessWords: Readonly<Record<Likeness, () => string>> = {
  birth_date: m.duplicates_birth_date,
  phone: m.duplicates_phone,
  post_code: m.duplicates_post_code,
}

export const fieldWords: Readonly<Record<TakenField, () => string>> = {
  name: m.merge_field_name,
  dateOfBirth: m.merge_field_date_of_birth,
  gender: m.merge_field_gender,
  email: m.merge_field_email,
  phone: m.merge_field_phone,
  address: m.merge_field_address,
}

export const refusalWords: Readonly<Record<MergeRefusal, () => string>> = {
  merged_already: m.merge_refused_merged_already,
  both_sign_in: m.merge_refused_both_sign_in,
  gone_signs_in: m.merge_refused_gone_signs_in,
  other_club: m.merge_refused_other_club,
  own_family: m.merge_refused_own_family,
  two_guardians: m.merge_refused_two_guardians,
  saved_card: m.merge_refused_saved_card,
  under_way: m.merge_refused_under_way,
}

export const undoWords: Readonly<Record<UndoRefusal, () => string>> = {
  merged_later: m.merge_undo_merged_later,
  erased: m.merge_undo_erased,
  signed_in: m.merge_undo_signed_in,
  details_changed: m.merge_undo_details_changed,
  email_taken: m.merge_undo_email_taken,
  new_purchase: m.merge_undo_new_purchase,
  new_message: m.merge_undo_new_message,
  new_note: m.merge_undo_new_note,
  new_family: m.merge_undo_new_family,
  new_other: m.merge_undo_new_other,
}
