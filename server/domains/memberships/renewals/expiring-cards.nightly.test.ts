import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifications, renewalPage } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { addDays } from '#server/database/clock.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildParticipant, type Club, type Person, type Season, signedIn } from '#server/testing/builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { mailsTo, membershipData } from '#server/testing/purchase.ts'
import {
  buyWithConsent,
  clubLedger,
  clubWithNextSeason,
  liveThrough,
  membershipOf,
  payOrder,
} from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let next: Season
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  ;({ club, next } = await clubWithNextSeason(app))
})
afterEach(async () => {
  // One club after the other: what is left of this one is not charged in the next test.
  await app.database.sql('update organisations set enabled = false')
})

const before = (days: number) => addDays(club.season.endDate, -days)
const mine = () => membershipOf(app, anna, anna.memberId, club)
/** Bought with a card that is good until the end of that month. @param tail the gateway declines `0018` later */
const consent = async (expires: string, tail?: string) => {
  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }], tail)
  await app.database.sql('update saved_cards set expires = $2 where org_id = $1', [club.id, expires])
}
const mails = async () =>
  (await mailsTo(app, 'anna@example.com')).filter(
    ({ subject }) => subject.includes(club.key) && !/Thank|Receipt|paid|is renewed/i.test(subject),
  )
const subjects = async () => (await mails()).map(({ subject }) => subject.replace(/Club \w+/, 'C')).toReversed()
const bell = async () => {
  const all = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  return all.filter(({ data, type }) => data['orgId'] === club.id && type === 'MEMBERSHIP_RENEW')
}
const monthOf = (days: number) => before(days).slice(0, 7)

test('whoever has a card that runs out before the charge is notified once, two months before it', async () => {
  await consent(monthOf(60))
  await liveThrough(app, before(75))
  expect(await subjects()).toEqual([])
  for (const days of [74, 73, 60, 29]) await liveThrough(app, before(days))
  expect(await subjects()).toEqual(['Your card expires before the membership of C renews'])
  expect((await bell()).map(({ title }) => title.replace(/Club \w+/, 'C'))).toEqual([
    'Your card expires before the renewal at C',
  ])
  const [mail] = await mails()
  // Next season isn't sold that early.
  const from = /You can pay with another card from \d+ \w+ \d+, when the club sells next season/
  expect(mail!.text).toMatch(from)
  expect((await bell())[0]!.message).toMatch(from)
  expect(mail!.text).toContain('/memberships')
})

test('a card that is good in the month of the charge is not mentioned', async () => {
  await consent(monthOf(14))
  for (const days of [74, 40, 28]) await liveThrough(app, before(days))
  expect(await subjects()).toEqual([expect.stringMatching(/^The membership of C renews on/)])
  expect((await mine()).renewal).toMatchObject({ cardExpires: false })
})

test('the announcement asks for another card, which is given in one purchase and renews from then on', async () => {
  await consent(monthOf(60))
  for (const days of [74, 28]) await liveThrough(app, before(days))
  expect(await subjects()).toEqual(['Your card expires before the membership of C renews', expect.any(String)])
  const [mail] = await mails()
  expect(mail!.subject).toContain('Your card expires')
  expect(mail!.text).not.toContain("you don't need to do anything")
  expect(mail!.text).toContain(`lines=${anna.memberId}.${next.id}&renews=true&autoRenewal=true`)
  expect((await bell())[0]!.message).toMatch(
    /for DKK.*your saved card expires before that\. You can pay with another under Memberships\.$/,
  )
  expect(await mine()).toMatchObject({ can: { renew: true }, renewal: { state: 'announced', cardExpires: true } })

  const data = membershipData([{ memberId: anna.memberId, season: next }], { autoRenewal: true })
  const { token } = await app.call(orders.prepare, { token: newToken(), membershipData: data }, { as: anna.token })
  await payOrder(app, anna, next, token, next.total, '0000')
  await app.runJobs({ all: true })
  for (const days of [14, 9, 4]) await liveThrough(app, before(days))
  expect((await clubLedger(club)).captures).toHaveLength(2)
  expect(await mine()).toMatchObject({
    autoRenewal: true,
    overallEndDate: next.endDate,
    renewal: { cardExpires: false },
  })
  expect(await subjects()).toEqual([expect.any(String), expect.any(String)])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a charge that fails because the card has run out says so, also at the end', async () => {
  await consent(monthOf(60), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  expect((await mails())[0]!.subject).toContain('Your card has expired')
  expect((await mails())[0]!.text).not.toContain('declined')
  for (const days of [9, 4]) await liveThrough(app, before(days))
  expect(await mine()).toMatchObject({ autoRenewal: false, renewalEnded: { because: 'expired' } })
  for (const { subject, text } of await mails()) expect(`${subject} ${text}`).not.toContain('was declined')
  for (const { title, message } of await bell()) expect(`${title} ${message}`).not.toContain('declined')
  // As long as it is tried, the notice leads to what can be paid with another card; then to next season.
  expect((await bell()).map(({ data }) => renewalPage(data)).toReversed()).toEqual([
    'memberships',
    'memberships',
    'memberships',
    'renew',
  ])
})

test('the bell names whom a renewal is about by their first names, and nobody who was erased', async () => {
  const ida = await buildParticipant(app, anna, 'Ida')
  const lines = [anna.memberId, ida].map((memberId) => ({ memberId, season: club.season }))
  await buyWithConsent(app, anna, lines, '0018')
  await app.database.sql('update saved_cards set expires = $2 where org_id = $1', [club.id, monthOf(60)])
  for (const days of [74, 28, 14]) await liveThrough(app, before(days))
  const titles = async () => (await bell()).map(({ title }) => title.replace(/Club \w+/, 'C')).toReversed()
  expect(await titles()).toEqual([
    'Anna and Ida – Your card expires before the renewal at C',
    'Anna and Ida – Your card expires before the renewal at C',
    'Anna and Ida – Your card at C has expired',
  ])
  await app.database.sql("update members set first_name = '', last_name = '' where id = $1", [ida])
  expect((await titles())[0]).toBe('Your card expires before the renewal at C')
})
