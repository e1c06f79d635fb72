import { beforeEach, expect, test } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import { billingOf } from './billing.ts'
import { saveBilling, savedBilling } from './billing-part.tsx'

const member = (id: string) =>
  ({
    id,
    firstName: 'Anna',
    lastName: 'Klok',
    email: 'anna@example.com',
    phone: '',
    address: null,
  }) as unknown as Member

beforeEach(() => sessionStorage.clear())

test('edited billing details are restored, for the same person only', () => {
  const anna = member('1')
  const typed = { ...billingOf(anna), addressLine1: 'Havnevej 1' }
  saveBilling(anna, typed)
  expect(savedBilling(anna)).toEqual(typed)
  expect(savedBilling(member('2')).addressLine1).toBe('')
})

test('details equal to the profile follow it, and those of another version are ignored', () => {
  const anna = member('1')
  saveBilling(anna, { ...billingOf(anna), city: 'Roskilde' })
  saveBilling(anna, billingOf(anna))
  expect(sessionStorage).toHaveLength(0)
  sessionStorage.setItem('draft billing of 1', '{"name":"Anna"}')
  expect(savedBilling(anna)).toEqual(billingOf(anna))
})
