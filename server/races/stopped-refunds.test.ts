import { beforeAll, beforeEach, expect, test } from 'vitest'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { officeAccess } from '#contract/office/access.ts'
import { orders } from '#contract/orders/orders.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { grantOffice } from '../testing/builders/office-builders.ts'
import { carryOut } from '../testing/carry-out.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { startInTurn } from '../testing/lock-waits.ts'
import { buyFor, newestOrder } from '../testing/purchases/line-refunds.ts'
import { ledgerOf } from '../testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '../testing/test-app.ts'
import { withoutLocks } from '../testing/without-locks.ts'

let app: TestApp
let club: Club
let [office, anna, bo, door]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  door = await signedIn(app, 'dan@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await buyFor(app, anna!, [anna!.memberId], club.season)
})

const as = () => ({ as: office!.token })
const order = () => newestOrder(app, office!, club)
const listed = (person = office!) => app.call(delayedActions.list, { orgId: club.id }, { as: person.token })
const stop = async () => {
  const [{ id }] = (await app.database.sql<{ id: string }>(
    `select id from delayed_actions where org_id = $1 order by id desc limit 1`,
    [club.id],
  )) as [{ id: string }]
  return codeOf(app.call(delayedActions.stopRefund, { orgId: club.id, actionId: id }, as()))
}
const ask = async (by = office!) => {
  const { id, lines } = await order()
  const which = { orgId: club.id, orderId: id, lineIds: lines.map((line) => line.id) }
  return app.call(orders.refund, which, { as: by.token })
}
const status = async () =>
  (await app.call(memberships.list, { memberId: anna!.memberId, orgId: club.id }, { as: anna!.token }))[0]!.status
const credits = async () => (await ledgerOf((await order()).number)).credits.length

test('a refund waits for a minute with nothing done, is listed with a countdown, and is stopped', async () => {
  expect(await ask()).toMatchObject({ status: 'paid', refundDelayed: true, givenBack: [], can: { refund: false } })
  await app.runJobs()
  expect([await status(), await credits()]).toEqual(['active', 0])
  const [waiting] = await listed()
  expect(waiting).toMatchObject({
    kind: 'refund',
    amount: { minor: club.season.total },
    refusal: null,
    can: { stop: true },
  })
  expect(waiting!.secondsLeft).toBeGreaterThan(50)
  expect(waiting!.secondsLeft).toBeLessThanOrEqual(60)
  expect(await codeOf(ask())).toBe('refund_in_progress')

  expect(await stop()).toBe('ok')
  expect(await stop()).toBe('too_late_to_stop')
  await app.runJobs({ all: true })
  expect([await status(), await credits(), await listed()]).toEqual(['active', 0, []])
  expect(await order()).toMatchObject({ refundDelayed: false, can: { refund: true } })

  // It can be asked for again, and then it is done.
  await ask()
  await app.runJobs({ all: true })
  expect([await status(), await credits()]).toEqual(['cancelled', 1])
  expect(await stop()).toBe('too_late_to_stop')
  const history = await app.database.sql(`select name from office_history where org_id = $1 order by id`, [club.id])
  expect(history).toEqual([{ name: 'refund_stopped' }, { name: 'line_refunded' }])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('who may not see payments sees nothing of it, and another office cannot stop it', async () => {
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles) values (gen_random_uuid(), $1, $2, '{door}')`,
    [club.id, door!.memberId],
  )
  await ask()
  expect(await listed(door)).toEqual([])
  const other = await buildClub(app)
  const { id } = (await listed())[0]!
  const foreign = app.call(delayedActions.stopRefund, { orgId: other.id, actionId: id }, as())
  expect(await codeOf(foreign)).toBe('too_late_to_stop')
  const asDoor = app.call(delayedActions.stopRefund, { orgId: club.id, actionId: id }, { as: door!.token })
  expect(await codeOf(asDoor)).toBe('forbidden')
  expect(await stop()).toBe('ok')
})

test('a refund that is impossible after the minute is shown as such, and nothing is done', async () => {
  await ask()
  await app.database.sql(`update membership_terms set status = 'cancelled' where org_id = $1`, [club.id])
  await carryOut(app)
  expect(await listed()).toMatchObject([{ refusal: 'line_refunded', can: { stop: false } }])
  expect(await credits()).toBe(0)
})

test('a refund whose author loses the right within the minute is not made, and one who keeps it refunds', async () => {
  await grantOffice(app, club, bo!, ['treasurer'])
  await ask(bo)
  const { people } = await app.call(officeAccess.people, { orgId: club.id }, as())
  const { grantId, version } = people.find(({ memberId }) => memberId === bo!.memberId)!
  await app.call(officeAccess.change, { orgId: club.id, grantId: grantId!, roles: ['secretary'], version }, as())
  await carryOut(app)
  expect(await listed()).toMatchObject([{ by: 'Bo Holm', refusal: 'forbidden', can: { stop: false } }])

  await grantOffice(app, club, bo!, ['treasurer'])
  await ask(bo)
  await app.database.sql('update members set enabled = false where id = $1', [bo!.memberId])
  await carryOut(app)
  await app.database.sql('update members set enabled = true where id = $1', [bo!.memberId])
  expect([await status(), await credits()]).toEqual(['active', 0])

  await ask(bo)
  await app.runJobs({ all: true })
  expect([await status(), await credits()]).toEqual(['cancelled', 1])
})

/** Both meet before either writes to the history. */
const inTurn = <A, B>(first: () => Promise<A>, second: () => Promise<B>) =>
  startInTurn(app, 'office_history', first, second)

test('Stop and the job at the same moment: either nothing left the house, or it is too late', async () => {
  await ask()
  expect((await inTurn(() => carryOut(app), stop))[1]).toBe('too_late_to_stop')
  await app.runJobs({ all: true })
  expect([await status(), await credits()]).toEqual(['cancelled', 1])

  club = await buildClub(app)
  await buyFor(app, anna!, [anna!.memberId], club.season)
  await ask()
  expect((await inTurn(stop, () => carryOut(app)))[0]).toBe('ok')
  await app.runJobs({ all: true })
  expect([await status(), await credits()]).toEqual(['active', 0])
})

test('control: without the lock on its state the office is answered that it was stopped, and the money is refunded', async () => {
  await ask()
  const [, stopped] = await withoutLocks(() => inTurn(() => carryOut(app), stop))
  await app.runJobs({ all: true })
  expect([stopped, await credits()]).toEqual(['ok', 1])
})
