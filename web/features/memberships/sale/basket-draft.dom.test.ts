import { beforeEach, expect, test, vi } from 'vitest'
import { tokenOf } from '#web/features/orders/checkout/checkout.ts'
import { openBasket, removePaidLines, saveBasket, sentToClub } from './basket-draft.ts'

const row = (memberId: string, orgId: string, membershipConfId: string) => ({ memberId, orgId, membershipConfId })
const rows = [row('anna', 'rowing', 'adult'), row('alma', 'rowing', 'junior'), row('anna', 'tennis', 'senior')]
const billing = {
  name: 'Anna',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  postCode: '',
  city: '',
  country: 'Denmark',
}
const paid = (orgId: string, ...memberIds: string[]) =>
  ({ orgId, lines: memberIds.map((memberId) => ({ kind: 'membership', memberId })) }) as Parameters<
    typeof removePaidLines
  >[1]
const rowsLeft = () => openBasket('anna').values?.form.rows
const begun = Date.now() - 60_000
const tokenAt = (club: string, selection: string) => tokenOf(sentToClub('anna', club), selection)

beforeEach(() => {
  localStorage.clear()
  saveBasket(
    'anna',
    { values: { wanted: {}, form: { rows, gdprAgreement: true, autoRenewal: false, billing } } },
    begun,
  )
})

test('each club has its own token, which a change in another club keeps, beside the form', () => {
  const rowing = tokenAt('rowing', 'four people')
  const tennis = tokenAt('tennis', 'two people')
  expect(tennis).not.toBe(rowing)
  tokenAt('tennis', 'one person')
  expect(tokenAt('rowing', 'four people')).toBe(rowing)
  expect(rowsLeft()).toEqual(rows)
  expect(openBasket('bo')).toMatchObject({ values: null, sent: {} })
})

test('paid rows leave the basket, unpaid ones stay with their token', () => {
  const tennis = tokenAt('tennis', 'senior')
  const rowing = tokenAt('rowing', 'four')
  removePaidLines('anna', paid('rowing', 'anna', 'alma'))
  expect(rowsLeft()).toEqual([row('anna', 'tennis', 'senior')])
  expect(tokenAt('tennis', 'senior')).toBe(tennis)
  expect(tokenAt('rowing', 'four')).not.toBe(rowing)
})

test('an order for another family member keeps the club’s other rows, and does not renew their consent', () => {
  removePaidLines('anna', paid('rowing', 'alma'))
  expect(rowsLeft()).toEqual([row('anna', 'rowing', 'adult'), row('anna', 'tennis', 'senior')])
  expect(openBasket('anna').changedAt).toBe(begun)
})

test('paying for places at an event keeps the memberships in the basket', () => {
  const rowing = tokenAt('rowing', 'four')
  removePaidLines('anna', { orgId: 'rowing', lines: [{ kind: 'event', memberId: 'anna' }] } as never)
  expect(rowsLeft()).toEqual(rows)
  expect(tokenAt('rowing', 'four')).toBe(rowing)
})

test('removing the last row removes the basket', () => {
  removePaidLines('anna', paid('rowing', 'anna', 'alma'))
  removePaidLines('anna', paid('tennis', 'anna'))
  expect(localStorage.getItem('order-draft')).toBeNull()
})

test('without browser storage a second click still finds its token', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  const token = tokenAt('club', 'rowing')
  expect(tokenAt('club', 'rowing')).toBe(token)
  refused.mockRestore()
})
