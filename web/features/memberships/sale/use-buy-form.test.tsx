import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Member } from '#contract/members.ts'
import type { BasketRow, Shops } from '#web/features/orders/checkout/basket.ts'
import { forgetDraft, saveDraft, openDraft } from '#web/features/orders/checkout/order-draft.ts'
import { useBuyForm, type Wanted } from './use-buy-form.ts'

const anna = { id: 'anna', firstName: 'Anna', lastName: 'Holm', email: null, phone: '', address: null } as Member
const shops: Shops = {
  clubs: [],
  choices: { complete: true, listed: [], known: [], onSearch: () => {}, onUnknown: () => {} },
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

/** What the form of a page begins with. */
async function begun(wanted: Wanted, sold: Shops = shops) {
  const seen = vi.fn<(values: ReturnType<typeof useBuyForm>['values']) => void>()
  function Form() {
    seen(useBuyForm(anna, wanted, sold).values)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Form />))
  // What it keeps is kept before the next page begins.
  await act(async () => root.unmount())
  return seen.mock.calls[0]![0]
}

/** Keeps a basket that a page for something left, some minutes ago. */
function left(rows: BasketRow[], wanted: Wanted = {}, minutes = 0) {
  openDraft('anna')
  const form = { rows, gdprAgreement: true, autoRenewal: true, billing }
  saveDraft({ values: { wanted, form } }, Date.now() - minutes * 60_000)
}

const row = (memberId: string, orgId: string, membershipConfId: string) => ({ memberId, orgId, membershipConfId })
const adult = row('anna', 'rowing', 'adult')

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
beforeEach(forgetDraft)

test('without anything kept or named the buyer chooses for themselves, and agrees to nothing', async () => {
  const values = await begun({})
  expect(values).toMatchObject({ rows: [row('anna', '', '')], gdprAgreement: false, autoRenewal: false })
})

test('what the address names joins the basket that is kept', async () => {
  left([adult])
  const senior = { orgId: 'tennis', membershipConfId: 'senior' }
  expect((await begun(senior)).rows).toEqual([adult, row('anna', 'tennis', 'senior')])
  left([adult])
  expect((await begun({ orgId: 'tennis' })).rows).toEqual([adult, row('anna', 'tennis', '')])
  left([adult])
  expect((await begun({ memberId: 'alma' })).rows).toEqual([adult, row('alma', 'rowing', '')])
})

test('the family that is renewed is the basket', async () => {
  const rows = [row('anna', 'rowing', 'next'), row('alma', 'rowing', 'next junior')]
  left([adult])
  expect((await begun({ rows })).rows).toEqual(rows)
})

test('a reload of the same address finds what was changed since', async () => {
  const wanted = { orgId: 'rowing', membershipConfId: 'adult' }
  left([row('anna', 'rowing', 'passive')], wanted)
  expect((await begun(wanted)).rows).toEqual([row('anna', 'rowing', 'passive')])
})

test('a consent that was not used stands for an hour', async () => {
  left([adult], {}, 59)
  expect(await begun({})).toMatchObject({ gdprAgreement: true, autoRenewal: true })
  left([adult], {}, 61)
  expect(await begun({})).toMatchObject({ rows: [adult], gdprAgreement: false, autoRenewal: false })
})

test('what waits in an unpaid order is not in the basket once more, however it came there', async () => {
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
  left([adult, senior])
  expect((await begun({}, waiting)).rows).toEqual([senior])
  left([])
  expect((await begun({ rows: [adult] }, waiting)).rows).toEqual([row('anna', '', '')])
  left([])
  expect((await begun({ orgId: 'rowing', membershipConfId: 'adult' }, waiting)).rows).toEqual([row('anna', '', '')])
})

test('a club that the page is opened for proposes its membership, and nothing that was chosen is touched', async () => {
  const sold = [
    { id: 'passive', proposedFor: [] },
    { id: 'next', proposedFor: ['anna'] },
  ]
  const selling = { ...shops, offersOf: () => sold as never }
  expect((await begun({ orgId: 'rowing' }, selling)).rows).toEqual([row('anna', 'rowing', 'next')])
  left([row('anna', 'rowing', '')])
  expect((await begun({}, selling)).rows).toEqual([row('anna', 'rowing', '')])
})
