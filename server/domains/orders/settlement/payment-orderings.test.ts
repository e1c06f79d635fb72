import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buy, handleOf, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { expireOrders } from '../cancel-order.ts'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

interface Purchase {
  readonly club: Club
  readonly token: string
  /** Where the browser is sent from the window, with the identifier of the authorisation. */
  readonly back: string
  readonly paymentId: string
}

/** Authorised at the gateway; no callback has reached the portal. */
async function authorise(): Promise<Purchase> {
  const club = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const back = (await payInWindow(await openWindow(app, anna, club.season, token), '0011'))!
  const [payment] = await app.database.sql<{ id: string }>('select id from payments where org_id = $1', [club.id])
  return { club, token, back, paymentId: payment!.id }
}

const identifierOf = (back: string) => new URL(back).searchParams.get('authorizationIdentifier')!

const post = ({ club, token }: Pick<Purchase, 'club' | 'token'>, fields: Record<string, string>) =>
  fetch(`${app.url}/tools/member/${club.key}/member/payment/callback?izytoken=${token}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })

/** Events of an authorised payment, each possible at any time. */
const events = {
  callback: async (one: Purchase) =>
    post(one, { authorizationIdentifier: identifierOf(one.back), authorizationAccepted: 'True' }),
  return: async ({ back }: Purchase) => visit(back),
  'forged decline': async (one: Purchase) => post(one, { authorizationAccepted: 'False' }),
  'decline return': async ({ token }: Purchase) =>
    visit(`${app.url}/ui/membership/decline?izytoken=${token}&gatewayreason=6`),
  'capture call': async ({ club, back, paymentId }: Purchase) => {
    const freepayauthtoken = await handleOf(app, anna, club.id)
    const authorizationIdentifier = identifierOf(back)
    const input = { authorizationIdentifier, membershipHistoryPaymentId: paymentId, freepayauthtoken }
    await app.call(orders.capture, input, { as: anna.token })
  },
  'the hold runs out': async () => {
    await app.moveClock('31 minutes')
    await expireOrders(app.context)
  },
  // Refused once it is paid.
  cancelled: async ({ token }: Purchase) =>
    app.call(orders.cancel, { token }, { as: anna.token }).catch(() => undefined),
  // Refused once the first order is paid.
  'bought anew': async ({ club }: Purchase) => buy(app, anna, club).catch(() => undefined),
} satisfies Record<string, (one: Purchase) => Promise<unknown>>
type Event = keyof typeof events

const orderings = (list: readonly Event[]): Event[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((event) => orderings(list.filter((one) => one !== event)).map((rest) => [event, ...rest]))

/** Some orderings, among which each event comes first once; at night all. */
const some = (all: Event[][]) => all.filter((_, at) => inject('nightly') || at % (all.length === 6 ? 2 : 5) === 0)

const stories: Event[][] = [
  ...some(orderings(['callback', 'return', 'forged decline', 'the hold runs out'])),
  ...some(orderings(['callback', 'decline return', 'capture call'])),
  ...some(orderings(['return', 'cancelled', 'the hold runs out'])),
  ...some(orderings(['callback', 'cancelled', 'bought anew'])),
  ...some(orderings(['return', 'the hold runs out', 'bought anew', 'callback'])),
]
const settling: readonly Event[] = ['callback', 'return', 'capture call']

test.each(stories.map((story) => [story.join(', then '), story] as const))('%s', async (_, story) => {
  const one = await authorise()
  for (const event of story) await events[event](one)
  await app.runJobs({ all: true, mayFail: true })

  expect(await brokenInvariants(app, one.club)).toEqual([])
  const first = story.find((event) => settling.includes(event) || event === 'bought anew')
  const { status, own } = await stateOf(app, anna, one.token)
  if (first === 'bought anew') {
    // The later order has the place; this one is being refunded, and its buyer is notified why.
    expect(status).toMatch(/expired|cancelled/)
    expect(own!.givenBack).toMatchObject([{ status: 'done', method: 'void', cause: 'places_taken' }])
  } else {
    expect(status).toBe('paid')
    expect(own!.givenBack).toEqual([])
  }
})

test('all at the same moment: paid once', async () => {
  const one = await authorise()
  await Promise.all(Object.values(events).map(async (happen) => happen(one).catch(() => undefined)))
  await app.runJobs({ all: true, mayFail: true })
  expect(await brokenInvariants(app, one.club)).toEqual([])
})

test('a repeated decline while the next window is open leaves the order open', async () => {
  const club = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const windowOf = async () => {
    await openWindow(app, anna, club.season, token)
    const [newest] = await app.database.sql<{ payment_identifier: string }>(
      'select payment_identifier from payments where org_id = $1 order by created_at desc, id desc limit 1',
      [club.id],
    )
    return newest!.payment_identifier
  }
  const first = await windowOf()
  const declined = async () => post({ club, token }, { paymentIdentifier: first, authorizationAccepted: 'False' })
  await declined()
  expect((await stateOf(app, anna, token)).status).toBe('declined')
  const second = await windowOf()
  expect(second).not.toBe(first)
  await declined()
  expect((await stateOf(app, anna, token)).status).toBe('open')
  await post({ club, token }, { paymentIdentifier: second, authorizationAccepted: 'False' })
  expect((await stateOf(app, anna, token)).status).toBe('declined')
})
