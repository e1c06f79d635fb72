import { schemaResolver } from '@mantine/form'
import { MemberChanges, type Member } from '#contract/members.ts'
import '#web/ui/field-words.ts'
import { m } from '#words/messages.js'
import { addressProblemWords, validateAddress, type AddressProblem } from './address-rules.ts'
import { profileChanges, type ProfileValues } from './profile-values.ts'

const bySchema = schemaResolver(MemberChanges, { sync: true })

/** Where a finding about the address is shown. */
const fieldOf = (problem: AddressProblem) =>
  `address.${problem === 'address' ? 'AddressLine1' : problem === 'PostCodeDigits' ? 'PostCode' : problem}`

/** What is wrong with a typed profile, by field. An address may be missing unless `addressRequired`, but never half. */
export function profileErrors(values: ProfileValues, member: Member, addressRequired: boolean) {
  const changes = profileChanges(values, member)
  const started = Object.values(changes.address).some((line) => line.trim() !== '')
  const address = started || addressRequired ? { ...changes.address, Country: values.address.Country } : null
  const problems = address ? validateAddress({ address }) : []
  return {
    ...Object.fromEntries(problems.map((problem) => [fieldOf(problem), addressProblemWords(problem)])),
    ...bySchema(changes),
    ...(values.dateOfBirth > new Date().toISOString().slice(0, 10) && { dateOfBirth: m.profile_birthday_future() }),
  }
}
