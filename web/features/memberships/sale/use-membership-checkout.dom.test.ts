import { expect, test } from 'vitest'
import { Selection } from '#contract/orders/orders.ts'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { totalOf } from './basket.ts'
import { selectionOf } from './use-membership-checkout.ts'

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

const billing = {
  name: 'Anna Holm',
  email: 'anna@example.com',
  phone: '+4512345678',
  addressLine1: 'Havnegade 12',
  addressLine2: '',
  addressLine3: '',
  postCode: '8000',
  city: 'Aarhus',
  country: 'Denmark',
}

test('several rows cost their sum, unless their currencies differ', () => {
  expect(totalOf([{ offer: offer() }, { offer: offer() }])).toEqual(money(175_000))
  expect(totalOf([])).toBeNull()
  const swedish = offer({ parts: { ...offer().parts, total: money(100, 'SEK') } })
  expect(totalOf([{ offer: offer() }, { offer: swedish }])).toBeNull()
})

test('equal selections are equal text, whatever order they were entered in', () => {
  const row = { memberId: anna, orgId: club, membershipConfId: offer().id }
  const lines = [{ row, offer: offer() }]
  const turned = Object.fromEntries(Object.entries(billing).toReversed()) as typeof billing
  const values = { rows: [row], gdprAgreement: true, autoRenewal: false }
  const selection = selectionOf({ ...values, billing }, lines)
  expect(JSON.stringify(selectionOf({ ...values, billing: turned }, lines))).toBe(JSON.stringify(selection))
  expect(Selection.parse(selection)).toEqual(selection)
  expect(selection).not.toHaveProperty('autoRenewal')
  expect(selectionOf({ ...values, billing, autoRenewal: true }, lines).autoRenewal).toBe(true)
})
