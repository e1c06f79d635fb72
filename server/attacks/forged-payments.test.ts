import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '../database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buy, handleOf, ledgerOf, openWindow, payInWindow, prepare, stateOf, visit } from '../testing/purchase.ts'
import { ApiProblem, sharedApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
/** An order of Anna's that waits for its money. */
let token: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})

/** Everything that says who has paid and who has what. */
const books = () =>
  app.database.sql(`
    select 'order' as thing, id::text, status, total::text as money from orders
    union all select 'payment', id::text, status, concat(amount, currency, captured_at, authorization_identifier) from payments
    union all select 'term', id::text, status, order_id::text from membership_terms
    union all select 'receipt', order_id::text, number::text, '' from receipts
    union all select 'refund', id::text, status, amount::text from refunds
    union all select 'message', id::text, template, '' from messages
    order by 1, 2`)

/** Does something, lets every job run, and expects that nobody is richer or poorer by it. */
async function changesNothing(attack: () => Promise<unknown>): Promise<void> {
  const before = await books()
  await attack()
  await app.runJobs({ all: true, mayFail: true })
  expect(await books()).toEqual(before)
}

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiProblem && error.status < 500) return error.code
      throw error
    },
  )

describe('no step can be skipped', () => {
  const capture = async (authorizationIdentifier: string, changes: object = {}) => {
    const [payment] = await app.database.sql<{ id: string }>('select id from payments where org_id = $1', [club.id])
    const freepayauthtoken = await handleOf(app, anna, club.id)
    const input = { authorizationIdentifier, membershipHistoryPaymentId: payment?.id, freepayauthtoken, ...changes }
    return outcomeOf(app.call(orders.capture, input, { as: anna.token }))
  }

  test('capturing and returning before a window was opened changes nothing', async () => {
    await changesNothing(async () => {
      expect(await capture(randomUUID())).toBe('payment_not_found')
      await visit(
        `${app.url}/ui/membership/confirm?izytoken=${token}&authorizationIdentifier=${randomUUID()}&status=paid`,
      )
    })
    expect((await stateOf(app, anna, token)).status).toBe('open')
  })

  test('an open window without authorisation, with an unknown one, or with another amount changes nothing', async () => {
    await openWindow(app, anna, club.season, token)
    await changesNothing(async () => {
      expect(await capture(randomUUID())).toBe('payment_not_found')
      expect(await capture('00000000-0000-0000-0000-000000000000')).toBe('payment_not_found')
      for (const amount of [-1, 0, 1, 1e9]) expect(await capture(randomUUID(), { amount })).toBe('amount_mismatch')
      for (const amount of [0.5, 'NaN', null]) expect(await capture(randomUUID(), { amount })).toBe('invalid_input')
      expect(await capture(randomUUID(), { membershipHistoryPaymentId: undefined })).toBe('payment_not_found')
      for (const door of ['confirm', 'decline']) await fetch(`${app.url}/membership/${door}?izytoken=${token}`)
    })
  })
})

describe('a forged callback or return', () => {
  /** An authorisation of another order: of the same club, or of another one; paid, or authorised and not yet taken. */
  async function foreign(of: Club, taken: boolean) {
    const theirs = await prepare(app, bo, [{ memberId: bo.memberId, season: of.season }])
    const back = (await payInWindow(await openWindow(app, bo, of.season, theirs), '0011'))!
    if (taken) await visit(back)
    const [payment] = await app.database.sql<{ id: string }>(
      'select payment_identifier as id from payments where order_id in (select id from orders where org_id = $1 and buyer_id = $2)',
      [of.id, bo.memberId],
    )
    return {
      authorizationIdentifier: new URL(back).searchParams.get('authorizationIdentifier')!,
      paymentIdentifier: payment!.id,
    }
  }
  const callback = (words: Record<string, string>, izytoken = token, orgKey = club.key) =>
    fetch(`${app.url}/tools/member/${orgKey}/member/payment/callback?izytoken=${izytoken}`, {
      method: 'POST',
      body: new URLSearchParams(words),
    })
  const praise = {
    status: 'paid',
    Status: '2',
    IsCaptured: 'True',
    authorizationAccepted: 'True',
    Amount: '1',
    orgKey: 'x',
  }

  test.each([
    ['made up', async () => ({ authorizationIdentifier: randomUUID(), paymentIdentifier: randomUUID() })],
    ["another order's, not yet taken", async () => foreign(club, false)],
    ["another order's, paid", async () => foreign(club, true)],
    ["another club's, not yet taken", async () => foreign(await buildClub(app), false)],
    ["another club's, paid", async () => foreign(await buildClub(app), true)],
  ])('with an authorisation that is %s moves no money and delivers nothing', async (_, make) => {
    await openWindow(app, anna, club.season, token)
    const forged = await make()
    await changesNothing(async () => {
      expect((await callback({ ...forged, ...praise })).status).toBeLessThan(300)
      await visit(
        `${app.url}/ui/membership/confirm?${new URLSearchParams({ izytoken: token, ...forged, ...praise }).toString()}`,
      )
      expect((await callback({ ...forged, ...praise }, newToken())).status).toBe(404)
      expect((await callback({ ...forged, ...praise }, `${token}&izytoken=${newToken()}`)).status).toBe(404)
    })
    const { own } = await stateOf(app, anna, token)
    expect((await ledgerOf(own!.number)).captures).toEqual([])
  })

  test("declines neither a paid order nor somebody else's", async () => {
    await openWindow(app, anna, club.season, token)
    const sold = await buildClub(app)
    const paid = await buy(app, bo, sold)
    const theirs = await foreign(await buildClub(app), false)
    const words = { authorizationAccepted: 'False', gatewayreason: '6', status: 'declined' }
    await changesNothing(async () => {
      // Our own token with the name of another's payment; the token of a paid order.
      await callback({ ...words, paymentIdentifier: theirs.paymentIdentifier })
      await callback(words, paid, sold.key)
      await visit(`${app.url}/ui/membership/decline?izytoken=${paid}&gatewayreason=6`)
      await visit(`${app.url}/ui/membership/decline?izytoken=${newToken()}&gatewayreason=6`)
    })
    expect((await stateOf(app, bo, paid)).status).toBe('paid')
  })
})
