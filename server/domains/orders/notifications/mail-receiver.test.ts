import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person, type Season } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { mailsTo, membershipData, openWindow, payInWindow, visit, type Line } from '#server/testing/purchase.ts'
import { billing } from '#server/testing/selection.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** To whom the mails about an order go, whatever address its buyer typed. */
let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const newAddress = () => `victim-${newToken().slice(0, 12).toLowerCase()}@nowhere.example`
const billedTo = (email: string) => ({ billing: { ...billing, name: 'Buy cheap pills at example.com', email } })

async function order(buyer: Person, lines: readonly Line[], email: string): Promise<string> {
  const data = membershipData(lines, billedTo(email))
  return (await app.call(orders.prepare, { token: newToken(), membershipData: data }, { as: buyer.token })).token
}

async function pay(buyer: Person, season: Season, email: string): Promise<void> {
  const token = await order(buyer, [{ memberId: buyer.memberId, season }], email)
  await visit((await payInWindow(await openWindow(app, buyer, season, token), '0000'))!)
}

/** Mails of these clubs; others mail the same people. */
const mailsOf = async (address: string, clubs: readonly Club[]) =>
  (await mailsTo(app, address)).filter(({ from }) => clubs.some(({ key }) => from.includes(key))).length

test("a free order is confirmed to the buyer's verified address only", async () => {
  const stranger = newAddress()
  const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await order(bo, [{ memberId: bo.memberId, event }], stranger)
  const season = await buildSeason(app, club, { price: 0, surcharge: 0 })
  await order(bo, [{ memberId: bo.memberId, season }], stranger)
  await app.runJobs({ all: true })
  expect(await mailsOf(stranger, [club])).toBe(0)
  expect(await mailsOf('bo@example.com', [club])).toBe(2)
})

test('a payment is confirmed to the given address, within its daily limit', async () => {
  const stranger = newAddress()
  const clubs = await Promise.all(Array.from({ length: 6 }, () => buildClub(app)))
  for (const [at, { season }] of clubs.entries()) await pay(at % 2 ? anna : bo, season, stranger)
  await app.runJobs({ all: true })
  expect(await mailsOf(stranger, clubs)).toBe(5)
  // The sixth goes to who bought: the receipt reaches somebody.
  expect(await mailsOf('anna@example.com', clubs)).toBe(1)
})

test("the buyer's own address has no limit", async () => {
  const clubs = await Promise.all(Array.from({ length: 6 }, () => buildClub(app)))
  for (const { season } of clubs) await pay(anna, season, 'anna@example.com')
  await app.runJobs({ all: true })
  expect(await mailsOf('anna@example.com', clubs)).toBe(6)
})
