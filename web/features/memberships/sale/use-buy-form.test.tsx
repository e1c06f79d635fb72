import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import type { BasketRow, Shops } from './basket.ts'
import { type PurchaseRequest, saveBasket } from './basket-draft.ts'
import { useBuyForm } from './use-buy-form.ts'

const anna = { id: 'anna', firstName: 'Anna', lastName: 'Holm', email: null, phone: '', address: null } as Member
const shops: Shops = {
  clubs: [],
  offersOf: () => undefined,
  closedFor: () => undefined,
}
const billing = {
  name: '',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  postCode: '',
  city: '',
  country: 'Denmark',
}

/** Opens the form. @returns its initial values */
async function openForm(wanted: PurchaseRequest, sold: Shops = shops) {
  const seen = vi.fn<(values: ReturnType<typeof useBuyForm>['values']) => void>()
  function Form() {
    seen(useBuyForm(anna, wanted, sold).values)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Form />))
  // Its draft is saved before the next form opens.
  await act(async () => root.unmount())
  return seen.mock.calls[0]![0]
}

/** Saves a basket as another page left it some minutes ago. */
function leaveBasket(rows: BasketRow[], wanted: PurchaseRequest = {}, minutes = 0) {
  const form = { rows, gdprAgreement: true, autoRenewal: true, billing }
  saveBasket('anna', { values: { wanted, form } }, Date.now() - minutes * 60_000)
}

const row = (memberId: string, orgId: string, membershipConfId: string) => ({ memberId, orgId, membershipConfId })
const adult = row('anna', 'rowing', 'adult')

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
beforeEach(() => localStorage.clear())

test('without a draft or a request the basket is for the buyer, without consent', async () => {
  const values = await openForm({})
  expect(values).toMatchObject({ rows: [row('anna', '', '')], gdprAgreement: false, autoRenewal: false })
})

test('the request in the URL joins the saved basket', async () => {
  leaveBasket([adult])
  const senior = { orgId: 'tennis', membershipConfId: 'senior' }
  expect((await openForm(senior)).rows).toEqual([adult, row('anna', 'tennis', 'senior')])
  leaveBasket([adult])
  expect((await openForm({ orgId: 'tennis' })).rows).toEqual([adult, row('anna', 'tennis', '')])
  leaveBasket([adult])
  expect((await openForm({ memberId: 'alma' })).rows).toEqual([adult, row('alma', 'rowing', '')])
})

test('a requested family renewal becomes the basket', async () => {
  const rows = [row('anna', 'rowing', 'next'), row('alma', 'rowing', 'next junior')]
  leaveBasket([adult])
  expect((await openForm({ rows })).rows).toEqual(rows)
})

test('a reload of the same URL restores later changes', async () => {
  const wanted = { orgId: 'rowing', membershipConfId: 'adult' }
  leaveBasket([row('anna', 'rowing', 'passive')], wanted)
  expect((await openForm(wanted)).rows).toEqual([row('anna', 'rowing', 'passive')])
})

test('a renewal that was left in the middle keeps every choice, by its button and by the menu', async () => {
  const wanted = { rows: [row('anna', 'rowing', 'next'), row('alma', 'rowing', 'next junior')] }
  const changed = [row('anna', 'rowing', 'next'), row('anna', 'rowing', 'next rack'), row('bo', 'tennis', 'senior')]
  leaveBasket(changed, wanted)
  expect((await openForm(wanted)).rows).toEqual(changed)
  expect((await openForm({})).rows).toEqual(changed)
})

test('an unused consent is valid for an hour', async () => {
  leaveBasket([adult], {}, 59)
  expect(await openForm({})).toMatchObject({ gdprAgreement: true, autoRenewal: true })
  leaveBasket([adult], {}, 61)
  expect(await openForm({})).toMatchObject({ rows: [adult], gdprAgreement: false, autoRenewal: false })
})

test('the basket leaves out what an unpaid order reserves', async () => {
  const unpaid = { held: false, unpaid: true, words: 'Waiting for payment' }
  const waiting: Shops = {
    ...shops,
    offersOf: () =>
      [
        { id: 'adult', proposedFor: [] },
        { id: 'senior', proposedFor: [] },
      ] as never,
    closedFor: (memberId, { id }) => (memberId === 'anna' && id === 'adult' ? unpaid : undefined),
  }
  const senior = row('anna', 'tennis', 'senior')
  leaveBasket([adult, senior])
  expect((await openForm({}, waiting)).rows).toEqual([senior])
  leaveBasket([])
  expect((await openForm({ rows: [adult] }, waiting)).rows).toEqual([row('anna', '', '')])
  leaveBasket([])
  expect((await openForm({ orgId: 'rowing', membershipConfId: 'adult' }, waiting)).rows).toEqual([row('anna', '', '')])
})

test('a requested club preselects its suggested membership, without changing saved rows', async () => {
  const sold = [
    { id: 'passive', proposedFor: [] },
    { id: 'next', proposedFor: ['anna'] },
  ]
  const selling = { ...shops, offersOf: () => sold as never }
  expect((await openForm({ orgId: 'rowing' }, selling)).rows).toEqual([row('anna', 'rowing', 'next')])
  leaveBasket([row('anna', 'rowing', '')])
  expect((await openForm({}, selling)).rows).toEqual([row('anna', 'rowing', '')])
})
