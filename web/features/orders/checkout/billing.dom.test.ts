import { expect, test } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import { billingOf, filledBilling, isWholeBilling } from './billing.ts'

const member = {
  id: 'anna',
  firstName: 'Anna',
  lastName: 'Holm',
  email: 'anna@example.com',
  phone: '+4512345678',
  address: {
    AddressLine1: 'Havnegade 12',
    AddressLine2: '',
    AddressLine3: '',
    City: 'Aarhus',
    PostCode: '8000',
    Country: 'Denmark',
  },
} as Member

test('the profile fills empty fields and changes nothing that was typed', () => {
  const typed = { ...billingOf({ ...member, address: null, phone: '' }), name: 'Anna at work' }
  expect(isWholeBilling(typed)).toBe(false)
  const filled = filledBilling(typed, member)
  expect(filled).toEqual({ ...billingOf(member), name: 'Anna at work' })
  expect(isWholeBilling(filled)).toBe(true)
})

test('a field that nobody has to fill in stays empty once it was emptied', () => {
  expect(filledBilling({ ...billingOf(member), phone: '' }, member).phone).toBe('')
})

test('an address from the profile sets the country, a typed one does not', () => {
  const swede = { ...member, address: { ...member.address!, Country: 'Sweden' } }
  const empty = billingOf({ ...member, address: null })
  expect(filledBilling(empty, swede).country).toBe('Sweden')
  expect(filledBilling({ ...empty, city: 'Aarhus' }, swede).country).toBe('Denmark')
})

test('a country of the profile that cannot be chosen is chosen anew, and one in other words is known', () => {
  const from = (Country: string) => billingOf({ ...member, address: { ...member.address!, Country } })
  expect(from('Tyskland').country).toBe('')
  expect(isWholeBilling(from('Tyskland'))).toBe(false)
  expect(from('danmark').country).toBe('Denmark')
})
