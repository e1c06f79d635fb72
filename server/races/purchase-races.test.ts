import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { poolOf } from '../database/db.ts'
import { newToken } from '../database/new-id.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '../testing/builders.ts'
import { failedCalls } from '../testing/failed-calls.ts'
import { handleOf, openWindow, payInWindow, paymentRequest, prepare, visit } from '../testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '../testing/test-app.ts'

/** Answers such as "taken" and "used" are values: an SQL error would cost the pool a connection at the worst moment. */
let app: TestApp
let club: Club
let anna: Person
let thrownAway = 0
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  for (const db of [app.context.db, app.context.reserved])
    poolOf(db).on('release', (broken) => (thrownAway += broken ? 1 : 0))
})
beforeEach(() => {
  thrownAway = 0
})

/** Outcomes of calls made at once: `ok`, or the code of the refusal; those that a busy portal sent away are left out. */
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.all(calls.map(codeOf))).filter((code) => code !== 'unavailable')
const once = (list: string[]) => [...new Set(list)].toSorted()

test('a family bought for in every combination at once: each person gets one season, and no refusal is an error', async () => {
  const children = await Promise.all(['Ida', 'Emil'].map((name) => buildParticipant(app, anna, name)))
  const [self, ida, emil] = [anna.memberId, ...children] as [string, string, string]
  const half = await buildSeason(app, club, { name: 'Half year' })
  const boat = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  const groups = [[self], [ida], [emil], [self, ida], [ida, emil], [emil, self], [self, ida, emil], [emil, ida, self]]
  const seen: string[] = []
  for (let round = 0; round < 6; round++) {
    const clientToken = newToken()
    const calls = groups.flatMap((people, at) =>
      [club.season, half, boat].map((season) =>
        prepare(
          app,
          anna,
          people.map((memberId) => ({ memberId, season })),
          // One selection is sent twice with one token, as a double click does.
          at === 0 && season === boat ? clientToken : newToken(),
        ),
      ),
    )
    calls.push(prepare(app, anna, [{ memberId: self, season: boat }], clientToken))
    seen.push(...(await outcomes(calls)))
    await app.database.sql('delete from rate_windows')
  }
  expect(once(seen)).toEqual(['ok', 'term_already_held'])
  const twice = await app.database.sql(
    `select member_id from membership_terms t join membership_configurations c on c.id = t.configuration_id
     where t.status in ('held', 'active') and reserved_until > portal_now() and not c.combinable
     group by member_id having count(*) > 1`,
  )
  expect(twice).toEqual([])
  expect([failedCalls(app.log), thrownAway]).toEqual([[], 0])
})

test('one order opened, paid, called back and captured from everywhere at once: no refusal is an error', async () => {
  const own = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: own.season }])
  const handle = await handleOf(app, anna, own.id)
  const request = { ...paymentRequest(app, token, own.season.total), freepayauthtoken: handle }
  const open = () => app.call(orders.openPaymentWindow, request, { as: anna.token })
  const opened = await outcomes(Array.from({ length: 8 }, open))
  // Whoever comes while another opens it is refused, and whoever comes later gets the same window.
  expect(opened).toContain('ok')
  expect(opened.filter((one) => !['ok', 'payment_in_progress'].includes(one))).toEqual([])
  const back = await payInWindow(await openWindow(app, anna, own.season, token), '0012')
  const authorizationIdentifier = new URL(back!).searchParams.get('authorizationIdentifier')!
  const [payment] = await app.database.sql<{ id: string }>(
    `select p.id from payments p join orders o on o.id = p.order_id where o.org_id = $1 and p.status not in ('voided')`,
    [own.id],
  )
  const capture = () =>
    app.call(
      orders.capture,
      { authorizationIdentifier, membershipHistoryPaymentId: payment!.id, freepayauthtoken: handle },
      { as: anna.token },
    )
  const captured = await outcomes([
    ...Array.from({ length: 8 }, () => visit(back!)),
    ...Array.from({ length: 8 }, capture),
    ...Array.from({ length: 4 }, open),
  ])
  expect(captured.filter((one) => !['ok', 'payment_in_progress', 'order_paid'].includes(one))).toEqual([])
  expect(await app.database.sql('select status from orders where org_id = $1', [own.id])).toEqual([{ status: 'paid' }])
  expect([failedCalls(app.log), thrownAway]).toEqual([[], 0])
})
