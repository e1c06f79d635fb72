import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { openWindow, payInWindow, prepare, stateOf } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
})

const callback = (token: string, org = club) =>
  fetch(`${app.url}/tools/member/${org.key}/member/payment/callback?izytoken=${token}`, {
    method: 'POST',
    body: new URLSearchParams({ authorizationIdentifier: randomUUID() }),
  })
const back = (token: string) =>
  fetch(`${app.url}/ui/membership/decline?izytoken=${token}`, { redirect: 'manual' }).then(({ status }) => status)
/** One after the other in some lanes, as quickly as a gateway gone mad. */
async function statuses(count: number, send: () => Promise<Response>): Promise<Record<number, number>> {
  const found: Record<number, number> = {}
  const lane = async () => {
    for (let at = 0; at < count / 10; at++) {
      const { status } = await send()
      found[status] = (found[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 10 }, lane))
  return found
}

test("flooding one order is stopped and delays nobody else's payment", async () => {
  const own = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  await openWindow(app, anna, club.season, own)
  expect(await statuses(150, () => callback(own))).toEqual({ 200: 120, 429: 30 })
  const refused = await callback(own)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await back(own)).toBe(429)

  // Calls about no order, from the same address as the gateway's, count for nobody.
  expect(await statuses(200, () => callback(newToken()))).toEqual({ 404: 200 })
  const other = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: other.season }])
  await payInWindow(await openWindow(app, anna, other.season, token), '0010')
  await expect.poll(async () => (await stateOf(app, anna, token)).status).toBe('paid')
})
