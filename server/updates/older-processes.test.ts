import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { payInWindow, prepare, stateOf } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { inTransaction } from '../database/db.ts'
import { enqueueSettlement } from '../domains/orders/settlement/settle-job.ts'

/** While an update rolls, processes of the version before, which knows of no tickets, take orders and jobs, too. */
let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await createTestApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  club = await buildClub(app)
})
afterAll(() => app.close())

/** Pays in the window; neither a callback comes nor the browser goes back. */
async function authorise(buyer: Person, event: BuiltEvent, token: string): Promise<URL> {
  const back = await payInWindow(await openTicketWindow(app, buyer, event, token, 20_000), '0011')
  return new URL(back!)
}

test('an older process cannot mark an order with a place as paid without it', async () => {
  const event = await buildEvent(app, club)
  const mixed = await prepare(app, anna, [
    { memberId: anna.memberId, event },
    { memberId: await buildParticipant(app, anna, 'Una'), season: club.season },
  ])
  const { id } = (await stateOf(app, anna, mixed)).own!
  const asBefore = inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`update orders set status = 'paid', paid_at = portal_now() where id = ${id}`)
    await tx.execute(sql`update membership_terms set status = 'active', reserved_until = null where order_id = ${id}`)
  })
  await expect(asBefore).rejects.toMatchObject({ code: '23514', constraint: 'orders_deliver_places' })
  expect((await stateOf(app, anna, mixed)).status).toBe('open')
})

test('an older process does not take the jobs of an order with places', async () => {
  const event = await buildEvent(app, club)
  const token = await prepare(app, bo, [{ memberId: bo.memberId, event }])
  const back = await authorise(bo, event, token)
  const { id } = (await stateOf(app, bo, token)).own!
  const authorizationIdentifier = back.searchParams.get('authorizationIdentifier')!
  await inTransaction(app.context.db, (tx) => enqueueSettlement(tx, id, authorizationIdentifier))
  const jobs = await app.database.sql(`select task_identifier from graphile_worker.jobs where key = $1`, [
    `settle:${id}:${authorizationIdentifier}`,
  ])
  expect(jobs).toEqual([{ task_identifier: 'orders.settle-ticket-payment' }])
  await app.runJobs({ all: true })
  expect((await stateOf(app, bo, token)).status).toBe('paid')
  const mails = await app.database.sql(`select template, status from messages where data ->> 'orderId' = $1`, [id])
  expect(mails).toEqual([{ template: 'tickets-paid', status: 'sent' }])
})
