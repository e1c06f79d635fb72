import { supportedCountry } from '#contract/members/countries.ts'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'

export type AddressProblem = 'address' | 'AddressLine1' | 'City' | 'PostCode' | 'Country' | 'PostCodeDigits'

/** Swedish post codes are written `123 45` but stored without the space. */
export const withoutSpaces = (postCode: string) => postCode.replace(/\s/g, '')

/** Problems that keep an address from being used in a purchase, in the order of the form. */
export function validateAddress(member: Pick<Member, 'address'>): AddressProblem[] {
  const { address } = member
  if (!address) return ['address']
  const postCode = withoutSpaces(address.PostCode)
  const checks: [AddressProblem, boolean][] = [
    ['AddressLine1', address.AddressLine1.trim() === ''],
    ['City', address.City.trim() === ''],
    ['PostCode', postCode === ''],
    ['Country', supportedCountry(address.Country) === null],
    ['PostCodeDigits', postCode !== '' && !/^[0-9]+$/.test(postCode)],
  ]
  return checks.filter(([, failed]) => failed).map(([problem]) => problem)
}

const words: Record<AddressProblem, () => string> = {
  address: () => m.address_missing(),
  AddressLine1: () => m.address_line1_missing(),
  City: () => m.address_city_missing(),
  PostCode: () => m.address_postcode_missing(),
  Country: () => m.address_country_invalid(),
  PostCodeDigits: () => m.address_postcode_invalid(),
}

export const addressProblemWords = (problem: AddressProblem) => words[problem]()

/** Texts on missing fields: those required for a purchase, and those that clubs wish for. */
export function missingInProfile(member: Member): { required: string[]; wished: string[] } {
  return {
    required: [
      ...(member.firstName === '' && member.lastName === '' ? [m.profile_missing_name()] : []),
      ...validateAddress(member).map(addressProblemWords),
    ],
    wished: [
      ...(member.phone === '' ? [m.profile_missing_phone()] : []),
      ...(member.dateOfBirth === null ? [m.profile_missing_birthday()] : []),
    ],
  }
}
