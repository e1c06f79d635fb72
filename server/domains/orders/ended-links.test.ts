import { beforeAll, beforeEach, expect, test } from 'vitest'
import { family } from '#contract/members/family.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { inTransaction } from '#server/database/db.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { ledgerOf, mailsTo, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** Orders for each other when two people are no longer linked. */
let app: TestApp
let anna: Person
let bo: Person
let alma: string
let club: Club
let link: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  club = await buildClub(app)
  await app.database.sql('delete from rate_windows')
  await app.database.sql('delete from notifications')
  await app.database.sql(
    `update orders set status = 'cancelled', reserved_until = null where status in ('open', 'declined')`,
  )
  await app.database.sql(`update family_invitations set status = 'ended' where status = 'approved'`)
  link = await linkedTo(app, anna, bo)
})

const line = (memberId: string) => ({ memberId, season: club.season })
const endLink = (who: Person) => app.call(family.end, { id: link }, { as: who.token })
const bellOf = async (who: Person) => (await app.call(notifications.bell, {}, { as: who.token })).newest

test('an ended family link is noticed when the payment window opens', async () => {
  const token = await prepare(app, bo, [line(bo.memberId), line(anna.memberId), line(alma)])
  await app.database.sql(`update family_invitations set status = 'ended' where id = $1`, [link])
  const refused = openWindow(app, bo, club.season, token, 3 * club.season.total)
  await expect(refused).rejects.toMatchObject({
    status: 409,
    code: 'no_longer_allowed_for',
    body: { data: { names: 'Anna Holm, Alma Holm' } },
  })
  const { own, status } = await stateOf(app, bo, token)
  expect([status, own!.can]).toEqual(['open', { pay: true, cancel: true }])
  expect((await ledgerOf(own!.number)).authorizations).toEqual([])
})

test('an archived child cannot be paid for', async () => {
  const token = await prepare(app, anna, [line(alma)])
  await app.database.sql('update members set archived_at = portal_now() where id = $1', [alma])
  expect(await codeOf(openWindow(app, anna, club.season, token))).toBe('no_longer_allowed_for')
  await app.database.sql('update members set archived_at = null where id = $1', [alma])
})

test('unpaid orders for each other end with the link, and their buyers are notified', async () => {
  const event = await buildEvent(app, club, { capacity: 2 })
  const forAnna = await prepare(app, bo, [line(anna.memberId)])
  const forAlma = await prepare(app, bo, [{ memberId: alma, event }])
  const forBo = await prepare(app, anna, [{ memberId: bo.memberId, event }])
  const own = await prepare(app, bo, [line(bo.memberId)])
  const ownChild = await prepare(app, anna, [line(alma)])
  await endLink(anna)
  for (const [who, token, status] of [
    [bo, forAnna, 'cancelled'],
    [bo, forAlma, 'cancelled'],
    [anna, forBo, 'cancelled'],
    [bo, own, 'open'],
    [anna, ownChild, 'open'],
  ] as const)
    expect((await stateOf(app, who, token)).status).toBe(status)
  expect(
    await app.database.sql(`select from event_entries where event_id = $1 and status = 'held'`, [event.id]),
  ).toEqual([])
  const bells = (await bellOf(bo)).filter(({ type }) => type === 'ORDER_READY')
  expect(bells).toHaveLength(2)
  expect(bells[0]!.message).toMatch(/family link with Anna Holm has ended.*You haven't been charged/)
  await prepare(app, anna, [line(anna.memberId)])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('also with an open window: late money is honoured while nobody else has the season', async () => {
  const token = await prepare(app, bo, [line(anna.memberId)])
  const window = await openWindow(app, bo, club.season, token)
  await endLink(bo)
  expect((await stateOf(app, bo, token)).status).toBe('cancelled')
  expect(await codeOf(openWindow(app, bo, club.season, token))).toBe('order_ended')
  await visit((await payInWindow(window, '0000'))!)
  await app.runJobs({ all: true })
  expect((await stateOf(app, bo, token)).status).toBe('paid')

  const other = await buildClub(app)
  link = await linkedTo(app, anna, bo)
  const second = await prepare(app, bo, [{ memberId: anna.memberId, season: other.season }])
  const late = await openWindow(app, bo, other.season, second)
  await endLink(anna)
  await prepare(app, anna, [{ memberId: anna.memberId, season: other.season }])
  await visit((await payInWindow(late, '0000'))!)
  await app.runJobs({ all: true })
  expect((await stateOf(app, bo, second)).own).toMatchObject({ givenBack: [{ cause: 'places_taken', status: 'done' }] })
})

test('an order prepared at the moment the link ends is released with it', async () => {
  const both = await inTransaction(app.context.db, async (tx) => {
    // The one who prepares has been let in, and stops before the order is there.
    await tx.execute('lock table orders in share mode')
    const preparing = prepare(app, bo, [line(anna.memberId)])
    await lockWaits(app, 1)
    const ending = endLink(anna)
    await Promise.race([lockWaits(app, 2), ending])
    return { preparing, ending }
  })
  await Promise.all([both.preparing.catch(() => null), both.ending])
  const unpaid = await app.call(orders.unpaid, {}, { as: bo.token })
  expect(unpaid.filter(({ orgId }) => orgId === club.id)).toEqual([])
})

test('a person bought for is notified by bell and mail, or their guardian is', async () => {
  const event = await buildEvent(app, club, { title: 'Regatta', categories: [{ category: 'adult', price: 0 }] })
  const token = await prepare(app, bo, [line(bo.memberId), line(anna.memberId), line(alma), { memberId: alma, event }])
  await visit((await payInWindow(await openWindow(app, bo, club.season, token, 3 * club.season.total), '0000'))!)
  await app.runJobs({ all: true })
  const bell = (await bellOf(anna)).toSorted((a, b) => a.type.localeCompare(b.type))
  expect(bell.map(({ type }) => type)).toEqual(['EVENT_REGISTRATION', 'PAYMENT_RECEIVED'])
  expect(bell[1]!.message).toMatch(/^Bo Holm has bought for (Anna Holm, Alma Holm|Alma Holm, Anna Holm): /)
  const mail = (await mailsTo(app, 'anna@example.com')).find(
    ({ subject, text }) => subject.startsWith('Bo Holm has bought for') && text.includes('Regatta'),
  )
  expect(mail!.text).toContain("There's nothing for you to pay")
  // He has his receipt and still gets the messages of his own purchase.
  expect((await bellOf(bo)).filter(({ title }) => title.startsWith('Membership of'))).toEqual([])
  const { id } = (await stateOf(app, bo, token)).own!
  const asked = `select from messages where template = 'bought-for' and data ->> 'orderId' = $1`
  expect(await app.database.sql(asked, [id])).toHaveLength(1)
})
