import { foldText } from '#contract/search-words.ts'
import { sql, type SQL } from '#server/database/sql.ts'

/**
 * A name as two people are compared: without accents, case and dashes, its words in the order of the alphabet. `Holm, Anna-Marie` is
 * `Anna Marie Holm`. `person_fold` of the database does the same.
 */
export const foldName = (...names: readonly string[]): string =>
  foldText(names.join(' '))
    .split(/[\s,.-]+/)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** The folded name of a row of `members` by its alias. */
export const foldedName = (alias: string): SQL =>
  sql`person_fold(${sql.identifier(alias)}.first_name || ' ' || ${sql.identifier(alias)}.last_name)`

/** Digits of a telephone number, without the country code of Denmark. */
export const foldPhone = (phone: string): string => phone.replace(/\D/g, '').replace(/^(?:00)?45(?=\d{8}$)/, '')

/** The telephone number of a row of `members`, as `foldPhone` writes it. */
export const foldedPhone = (alias: string): SQL =>
  sql`regexp_replace(regexp_replace(${sql.identifier(alias)}.phone, '\\D', '', 'g'), '^(00)?45(\\d{8})$', '\\2')`

/** Facts by which two people are the same one. */
export interface Facts {
  readonly name: string
  readonly email: string | null
  readonly dateOfBirth: string | null
  readonly phone: string
  readonly postCode: string
}

/** Why somebody can be somebody else. The first two are sure. */
export type Likeness = 'email' | 'birth_date' | 'email_other_name' | 'phone' | 'post_code'

export const isSure = (likeness: Likeness): boolean => likeness === 'email' || likeness === 'birth_date'

/** Whether two people are one: by address and name, by name and birth date, or perhaps. Two birth dates are two people. */
export function likenessOf(one: Facts, other: Facts): Likeness | null {
  const isNamesake = one.name !== '' && one.name === other.name
  const isSameEmail = one.email !== null && one.email === other.email
  const isOtherDay = one.dateOfBirth !== null && other.dateOfBirth !== null && one.dateOfBirth !== other.dateOfBirth
  if (isSameEmail) return isNamesake && !isOtherDay ? 'email' : 'email_other_name'
  if (!isNamesake || isOtherDay) return null
  if (one.dateOfBirth !== null && other.dateOfBirth !== null) return 'birth_date'
  if (one.phone !== '' && one.phone === other.phone) return 'phone'
  return one.postCode !== '' && one.postCode === other.postCode ? 'post_code' : null
}
