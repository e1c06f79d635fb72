import { expect, test } from 'vitest'
import type { Problem } from '#server/http/problem.ts'
import { countryNumber } from '#contract/members/countries.ts'
import { membershipOrderNumber } from '../line-kinds.ts'
import { tokenInAddress } from './payment-addresses.ts'
import { hasAddress, readSelection } from './read-selection.ts'

const line = {
  memberId: '01890000-0000-7000-8000-000000000001',
  orgId: '01890000-0000-7000-8000-00000000000a',
  membershipConfId: '01890000-0000-7000-8000-00000000000c',
}
const billing = {
  name: 'Åse Ørsted',
  email: 'aase@example.com',
  phone: '+45 20 11 22 33',
  addressLine1: 'Havnevej 1',
  addressLine2: '',
  addressLine3: '',
  postCode: '4000',
  city: 'Roskilde',
  country: 'Denmark',
}
const selection = { lines: [line], gdprAgreement: true, billing }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const codeOf = (data: string) => {
  try {
    readSelection(data)
    return 'none'
  } catch (error) {
    return (error as Problem).code
  }
}

test('a selection is read as UTF-8; its prices and states are ignored', () => {
  const read = readSelection(encode({ ...selection, total: 1, lines: [{ ...line, price: 1, status: 'paid' }] }))
  expect(read.billing).toMatchObject({ name: 'Åse Ørsted', phone: '+4520112233' })
  expect(read.lines).toEqual([line])
  expect(read).not.toHaveProperty('total')
})

test.each([
  ['not base64 of JSON', '%%%', 'selection_invalid'],
  ['not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64'), 'selection_invalid'],
  ['null', encode(null), 'selection_invalid'],
  ['no line', encode({ ...selection, lines: [] }), 'selection_empty'],
  ['too many lines', encode({ ...selection, lines: Array.from({ length: 21 }, () => line) }), 'selection_invalid'],
  ['an id that is none', encode({ ...selection, lines: [{ ...line, memberId: "' or 1=1" }] }), 'selection_invalid'],
  ['no consent', encode({ ...selection, gdprAgreement: false }), 'consent_required'],
  [
    'two organisations',
    encode({ ...selection, lines: [line, { ...line, orgId: line.memberId }] }),
    'one_organisation_per_order',
  ],
  [
    'letters in the post code',
    encode({ ...selection, billing: { ...billing, postCode: 'DK-4000' } }),
    'address_incomplete',
  ],
  [
    'an unsupported country',
    encode({ ...selection, billing: { ...billing, country: 'Atlantis' } }),
    'address_incomplete',
  ],
  [
    'a line break in the name',
    encode({ ...selection, billing: { ...billing, name: 'A\r\nBcc: x' } }),
    'selection_invalid',
  ],
])('%s is refused', (_, data, code) => {
  expect(codeOf(data)).toBe(code)
})

test('a free order needs no address', () => {
  const { name, email, phone } = billing
  const read = readSelection(encode({ ...selection, billing: { name, email, phone } }))
  expect(read.billing).toMatchObject({ name: 'Åse Ørsted', addressLine1: '', country: '' })
  expect(hasAddress(read)).toBe(false)
  expect(hasAddress(selection)).toBe(true)
})

test('countries are matched in any case; Sweden has the specified number unless ISO is configured', () => {
  expect(countryNumber('DENMARK')).toBe('208')
  expect(countryNumber(' dk ')).toBe('208')
  expect(countryNumber('Sweden')).toBe('276')
  expect(countryNumber('sverige', true)).toBe('752')
  expect(countryNumber('Norway')).toBe('578')
  expect(countryNumber('')).toBeNull()
})

test('order numbers name the club and the participant, within 20 characters', () => {
  expect(membershipOrderNumber('ROKLUB', 'izy', line.memberId)).toBe('ROKLU-M-00000000001')
  expect(membershipOrderNumber('', 'izy', line.memberId)).toBe('izy-M-00000000001')
  expect(membershipOrderNumber('ROKLUB', 'izy', line.memberId).length).toBeLessThanOrEqual(20)
})

test('the token is found in any return address', () => {
  expect(tokenInAddress('https://portal.example/ui/membership/confirm?izytoken=abc', 'izy')).toBe('abc')
  expect(tokenInAddress('/ui/membership/confirm?a=1&izytoken=abc', 'izy')).toBe('abc')
  expect(tokenInAddress('https://portal.example/ui/membership/confirm', 'izy')).toBeNull()
  expect(tokenInAddress('http://[', 'izy')).toBeNull()
})
