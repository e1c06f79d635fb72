import { expect, test } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import { addressProblemWords, missingInProfile, validateAddress } from './address-rules.ts'
import { overwriteGetLocale } from '#words/runtime.js'

overwriteGetLocale(() => 'en')

const whole = {
  AddressLine1: 'Havnegade 12',
  AddressLine2: '',
  AddressLine3: '',
  City: 'Aarhus',
  PostCode: '8000',
  Country: 'Denmark',
}
const texts = (change: Partial<typeof whole> | null) =>
  validateAddress({ address: change && { ...whole, ...change } }).map(addressProblemWords)

const line1 = 'Address Line 1 is missing. Please provide a valid address in profile.'
const city = 'City is missing. Please provide a valid city in profile.'
const postCode = 'Postcode is missing. Please provide a valid postcode in profile.'
const country = 'Country is invalid or missing. Please select a valid country in profile.'
const digits = 'Postcode is invalid. Please use numeric values only.'

test.each<[string, Partial<typeof whole> | null, string[]]>([
  ['no address', null, ['Address is missing. Please add your address in profile to proceed.']],
  ['a whole address', {}, []],
  ['a blank first line', { AddressLine1: '  ' }, [line1]],
  ['a blank city', { City: '' }, [city]],
  ['a blank post code', { PostCode: ' ' }, [postCode]],
  ['letters in the post code', { PostCode: '80OO' }, [digits]],
  ['a sign in the post code', { PostCode: '-8000' }, [digits]],
  ['digits of another script', { PostCode: '٨٠٠٠' }, [digits]],
  ['a space within the post code', { PostCode: '123 45', Country: 'Sweden' }, []],
  ['a blank country', { Country: '' }, [country]],
  ['an unsupported country', { Country: 'Germany' }, [country]],
  ['the country by its code', { Country: 'dk' }, []],
  ['the country in another case', { Country: ' NORWAY ' }, []],
  ['everything blank', { AddressLine1: '', City: '', PostCode: '', Country: '' }, [line1, city, postCode, country]],
])('%s', (_, change, expected) => {
  expect(texts(change)).toEqual(expected)
})

test('a missing name is asked for before the address', () => {
  const member = { firstName: '', lastName: '', address: whole, phone: '1', dateOfBirth: '2000-01-01' } as Member
  expect(missingInProfile(member).required).toEqual(['Your name is missing. Add it in your profile.'])
  expect(missingInProfile({ ...member, lastName: 'Holm' }).required).toEqual([])
})
