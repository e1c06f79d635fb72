import type { LeaveReason } from '#contract/people/leaving.ts'
import type { OwnSuggestion, PersonFields } from '#contract/people/profile.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

type Name = keyof PersonFields
export const fieldWords: Readonly<Record<Name, () => string>> = {
  firstName: m.history_field_first_name,
  lastName: m.history_field_last_name,
  dateOfBirth: m.history_field_date_of_birth,
  gender: m.history_field_gender,
  phone: m.profile_phone,
  addressLine1: m.history_field_address_line1,
  addressLine2: m.history_field_address_line2,
  postCode: m.history_field_post_code,
  city: m.history_field_city,
  email: m.club_members_email,
}
export const genders = {
  female: m.profile_gender_female,
  male: m.profile_gender_male,
  other: m.profile_gender_other,
  '': m.person_field_blank,
} satisfies Record<PersonFields['gender'], () => string>

/** A value of a field as people read it. */
export function fieldValue(field: Name, value: string): string {
  if (field === 'gender') return genders[value as PersonFields['gender']]()
  if (value === '') return m.person_field_blank()
  return field === 'dateOfBirth' ? formatDate(value) : value
}

export const changeWords = ({ field, before, after }: OwnSuggestion['changes'][number]) =>
  m.person_field_change({
    field: fieldWords[field](),
    before: fieldValue(field, before),
    after: fieldValue(field, after),
  })

export const leaveReasonWords = {
  moved: m.leave_reason_moved,
  too_expensive: m.leave_reason_too_expensive,
  no_time: m.leave_reason_no_time,
  injured: m.leave_reason_injured,
  age: m.leave_reason_age,
  deceased: m.leave_reason_deceased,
  other: m.leave_reason_other,
} satisfies Record<LeaveReason, () => string>
