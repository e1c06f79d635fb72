import { beforeAll, describe, expect, test } from 'vitest'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { ledgerOf, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** An event that ends, or is taken down, while somebody has an order for it. */
let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  club = await buildClub(app)
})

/** Pays in the window; neither a callback comes nor the browser goes back. */
async function authorise(buyer: Person, event: BuiltEvent, token: string): Promise<URL> {
  const back = await payInWindow(await openTicketWindow(app, buyer, event, token, 20_000), '0011')
  return new URL(back!)
}

const sold = async (event: BuiltEvent) =>
  (await app.database.sql<{ sold: number }>('select sold from events where id = $1', [event.id]))[0]!.sold

const ways: [string, (event: BuiltEvent) => Promise<unknown>][] = [
  ['withdrawn', ({ id }) => app.database.sql(`update events set status = 'draft' where id = $1`, [id])],
  ['over', () => app.moveClock('20 minutes')],
]

/** Begins in five minutes and lasts five, so that a hold outlives it. */
async function buildSoon() {
  const [clock] = await app.database.sql<{ now: Date }>('select portal_now() as now')
  const inMinutes = (minutes: number) => new Date(clock!.now.getTime() + minutes * 60_000)
  return buildEvent(app, club, { startsAt: inMinutes(5), endsAt: inMinutes(10) })
}

describe.each(ways)('an event that is %s after the order was made', (_, end) => {
  test('opens no payment window, first or repeated, and charges nothing', async () => {
    const event = await buildSoon()
    const [first, second] = [
      await prepare(app, anna, [{ memberId: anna.memberId, event }]),
      await prepare(app, bo, [{ memberId: bo.memberId, event }]),
    ]
    await openTicketWindow(app, bo, event, second, 20_000)
    await end(event)
    expect(await codeOf(openTicketWindow(app, anna, event, first, 20_000))).toBe('order_ended')
    expect(await codeOf(openTicketWindow(app, bo, event, second, 20_000))).toBe('order_ended')
    for (const [token, buyer] of [
      [first, anna],
      [second, bo],
    ] as const) {
      const { number } = (await stateOf(app, buyer, token)).own!
      expect((await ledgerOf(number)).authorizations).toEqual([])
    }
  })

  test('honours an authorisation while the place is held', async () => {
    const event = await buildSoon()
    const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
    const back = await authorise(anna, event, token)
    await end(event)
    await visit(back.href)
    expect((await stateOf(app, anna, token)).status).toBe('paid')
    expect(await sold(event)).toBe(1)
  })

  test('refunds money that arrives after the hold has expired', async () => {
    const event = await buildSoon()
    const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
    const back = await authorise(anna, event, token)
    await end(event)
    await app.moveClock('31 minutes')
    await visit(back.href)
    const { own } = await stateOf(app, anna, token)
    expect(own!.givenBack).toMatchObject([{ cause: 'places_taken', method: 'void', status: 'done' }])
    const ledger = await ledgerOf(own!.number)
    expect([ledger.captures.length, ledger.voids.length, await sold(event)]).toEqual([0, 1, 0])
  })
})
