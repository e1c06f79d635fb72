import {
  type Import,
  type ImportCandidate,
  type ImportFault,
  type ImportRow,
  type ImportTarget,
  importTargets,
  type TakeBackRefusal,
} from '#contract/people/imports.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { genderWords } from '#web/features/members/profile-words.ts'
import { countryWords } from '#web/features/members/words.ts'
import { formatDate, formatList, formatNumber } from '#web/ui/words/format.ts'
import { readersText } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'

export const stateWords = {
  draft: { label: m.import_state_draft, color: 'gray' },
  checking: { label: m.import_state_checking, color: 'fjord' },
  checked: { label: m.import_state_checked, color: 'fjord' },
  running: { label: m.import_state_running, color: 'fjord' },
  done: { label: m.import_state_done, color: 'teal' },
  undoing: { label: m.import_state_undoing, color: 'coral' },
  undone: { label: m.history_field_undone, color: 'gray' },
} as const satisfies Record<Import['state'], unknown>

const targetWords = {
  firstName: m.import_field_first_name,
  lastName: m.import_field_last_name,
  fullName: m.import_field_full_name,
  email: m.import_field_email,
  phone: m.import_field_phone,
  dateOfBirth: m.import_field_date_of_birth,
  gender: m.import_field_gender,
  address: m.import_field_address,
  postCode: m.import_field_post_code,
  city: m.import_field_city,
  country: m.import_field_country,
  since: m.import_field_since,
  membership: m.buy_membership,
  tags: m.import_field_tags,
  guardianName: m.import_field_guardian_name,
  guardianEmail: m.import_field_guardian_email,
  guardianPhone: m.import_field_guardian_phone,
} satisfies Record<ImportTarget, unknown>

type Own = Pick<Import, 'ownFields'>

/** The name of a field that a column can be, or that changes. */
export function fieldWords({ ownFields }: Own, field: string): string {
  const own = ownFields.find(({ id }) => field === `field:${id}`)
  if (own) return readersText(own.label)
  if (field === 'left') return m.import_field_left()
  return (importTargets as readonly string[]).includes(field) ? targetWords[field as ImportTarget]() : field
}

/** A value of a field as people read it. */
export function valueWords(field: string, value: string): string {
  if (field === 'gender') return genderWords(value as Parameters<typeof genderWords>[0])
  if (field === 'phone') return phoneWords(value)
  if (field === 'country') return countryWords(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value)
  if (field.startsWith('field:') && value === 'true') return m.history_value_yes()
  return field.startsWith('field:') && value === 'false' ? m.history_value_no() : value
}

export const targetChoices = (one: Own) => [
  { value: '', label: m.import_column_none() },
  ...importTargets.map((value) => ({ value: value as string, label: targetWords[value]() })),
  ...one.ownFields.map(({ id, label }) => ({ value: `field:${id}`, label: readersText(label) })),
]

/** A column by its head, or by its letter as a spreadsheet has it. */
export const columnWords = ({ heads }: Pick<Import, 'heads'>, column: number): string =>
  heads?.[column] || m.import_column_letter({ letter: letterOf(column) })

/** Where a person stands in the file. */
export const rowWords = ({ row, guardianOf }: Pick<ImportRow, 'row' | 'guardianOf'>): string =>
  guardianOf
    ? m.import_guardian_of({ count: guardianOf.length, rows: formatList(guardianOf.map((each) => formatNumber(each))) })
    : m.import_row({ row: formatNumber(row) })

const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

export const faultWords = {
  name_missing: m.import_fault_name_missing,
  two_people: m.import_fault_two_people,
  formula: m.import_fault_formula,
  too_long: m.import_fault_too_long,
  email_invalid: m.import_fault_email_invalid,
  email_taken: m.import_fault_email_taken,
  phone_invalid: m.import_fault_phone_invalid,
  phones_two: m.import_fault_phones_two,
  date_invalid: m.import_fault_date_invalid,
  date_without_year: m.import_fault_date_without_year,
  date_in_future: m.import_fault_date_in_future,
  date_too_old: m.import_fault_date_too_old,
  post_code_invalid: m.import_fault_post_code_invalid,
  gender_unknown: m.import_fault_gender_unknown,
  membership_unknown: m.import_fault_membership_unknown,
  choice_unknown: m.import_fault_choice_unknown,
  number_invalid: m.import_fault_number_invalid,
} satisfies Record<ImportFault, unknown>

export const becauseWords = {
  email: m.import_because_email,
  birth_date: m.import_because_birth_date,
  email_other_name: m.import_because_email_other_name,
  phone: m.import_because_phone,
  post_code: m.import_because_post_code,
} satisfies Record<ImportCandidate['because'], unknown>

export const keptWords = {
  changed: m.import_kept_changed,
  paid: m.import_kept_paid,
  signed_in: m.import_kept_signed_in,
  registered: m.import_kept_registered,
  in_use: m.import_kept_in_use,
} satisfies Record<TakeBackRefusal, unknown>
