import { schemaResolver } from '@mantine/form'
import { MemberChanges, type Member } from '#contract/members/members.ts'
import type { ApiProblem } from '#web/api/client.ts'
import '#web/ui/fields/field-words.ts'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { addressProblemWords, validateAddress, type AddressProblem } from './address-rules.ts'
import { profileChanges, type ProfileValues } from './profile-values.ts'

/** Validates changes against the contract, by field. */
export const byChanges = schemaResolver(MemberChanges, { sync: true })

const fieldOf = (problem: AddressProblem) =>
  `address.${problem === 'address' ? 'AddressLine1' : problem === 'PostCodeDigits' ? 'PostCode' : problem}`

/** An address may be empty unless it is required, but not incomplete. */
export function addressErrors({ address }: ProfileValues, required: boolean): Record<string, string> {
  const { Country, ...lines } = address
  const started = Object.values(lines).some((line) => line.trim() !== '')
  const problems = started || required ? validateAddress({ address: { ...lines, Country } }) : []
  return Object.fromEntries(problems.map((problem) => [fieldOf(problem), addressProblemWords(problem)]))
}

export const birthdayErrors = ({ dateOfBirth }: ProfileValues) =>
  dateOfBirth > today() ? { dateOfBirth: m.profile_birthday_future() } : {}

export function profileErrors(values: ProfileValues, member: Member, addressRequired: boolean) {
  const bySchema = byChanges(profileChanges(values, member))
  return { ...addressErrors(values, addressRequired), ...bySchema, ...birthdayErrors(values) }
}

/** For the editor of a person: the person as they are now, where somebody else saved them meanwhile. */
export const changedMeanwhile = (load: () => Promise<Member | null>) => async (problem: ApiProblem) =>
  problem.code === 'member_changed_meanwhile' ? load() : null
