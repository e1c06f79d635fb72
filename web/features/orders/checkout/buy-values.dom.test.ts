import { expect, test } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import { Selection } from '#contract/orders/orders.ts'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { billingOf, filledBilling, isWholeBilling, totalOf } from './basket.ts'
import { selectionOf } from './checkout.ts'

const anna = '0199a3c4-0000-7000-8000-000000000001'
const club = '0199a3c4-0000-7000-8000-000000000002'
const money = (minor: number, currency = 'DKK') => ({ minor, currency })

const offer = (change: Partial<MembershipConfiguration> = {}): MembershipConfiguration => ({
  id: '0199a3c4-0000-7000-8000-000000000003',
  orgId: club,
  name: 'Senior 2026',
  membershipPrice: 700,
  vatRate: 25,
  membershipSurcharge: 0,
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  offerStartDate: '2025-11-01',
  parts: { price: money(70_000), vatRate: 25, vat: money(17_500), surcharge: money(0), total: money(87_500) },
  sale: 'on_sale',
  combinable: false,
  minAge: null,
  maxAge: null,
  isTrial: false,
  isPassive: false,
  closedFor: [],
  endsTrial: [],
  proposedFor: [],
  agreedFor: [],
  ...change,
})

const member = {
  id: anna,
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

test('several rows cost their sum, unless their currencies differ', () => {
  expect(totalOf([{ offer: offer() }, { offer: offer() }])).toEqual(money(175_000))
  expect(totalOf([])).toBeNull()
  const swedish = offer({ parts: { ...offer().parts, total: money(100, 'SEK') } })
  expect(totalOf([{ offer: offer() }, { offer: swedish }])).toBeNull()
})

test('the profile fills empty fields and changes nothing that was typed', () => {
  const typed = { ...billingOf({ ...member, address: null, phone: '' }), name: 'Anna at work' }
  expect(isWholeBilling(typed)).toBe(false)
  const filled = filledBilling(typed, member)
  expect(filled).toEqual({ ...billingOf(member), name: 'Anna at work' })
  expect(isWholeBilling(filled)).toBe(true)
})

test('an address from the profile sets the country, a typed one does not', () => {
  const swede = { ...member, address: { ...member.address!, Country: 'Sweden' } }
  const empty = billingOf({ ...member, address: null })
  expect(filledBilling(empty, swede).country).toBe('Sweden')
  expect(filledBilling({ ...empty, city: 'Aarhus' }, swede).country).toBe('Denmark')
})

test('equal selections are equal text, whatever order they were entered in', () => {
  const row = { memberId: anna, orgId: club, membershipConfId: offer().id }
  const lines = [{ row, offer: offer() }]
  const billing = billingOf(member)
  const turned = Object.fromEntries(Object.entries(billing).toReversed()) as typeof billing
  const values = { rows: [row], gdprAgreement: true, autoRenewal: false }
  const selection = selectionOf({ ...values, billing }, lines)
  expect(JSON.stringify(selectionOf({ ...values, billing: turned }, lines))).toBe(JSON.stringify(selection))
  expect(Selection.parse(selection)).toEqual(selection)
  expect(selection).not.toHaveProperty('autoRenewal')
  expect(selectionOf({ ...values, billing, autoRenewal: true }, lines).autoRenewal).toBe(true)
})
