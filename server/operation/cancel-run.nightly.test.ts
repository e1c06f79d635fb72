import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { eventCancel, type CancelRun } from '#contract/events/cancel.ts'
import { tickets } from '#contract/events/tickets.ts'
import { payments } from '#contract/payments/payments.ts'
import { unlockAll } from '../database/job-tables.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { grantOffice } from '../testing/builders/office-builders.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { died, startServer, startWorker } from '../testing/outside/portal-processes.ts'
import { buyPlaces } from '../testing/purchases/event-purchase.ts'
import { runRecurring } from '../testing/purchases/renewing.ts'
import { ledgerOf } from '../testing/purchase.ts'
import { ApiProblem, createTestApp, type TestApp } from '../testing/test-app.ts'

/** A cancelled event whose server and workers die with SIGKILL: at each step between two effects, and 20 times at any moment. */
const ORDERS = 60
const DEATHS = 20

let app: TestApp
let club: Club
let office: Person
let manager: Person
let feast: BuiltEvent
beforeAll(async () => {
  app = await createTestApp()
  office = await signedIn(app, 'all-clubs@example.com')
  manager = await signedIn(app, 'dan@example.com')
  const buyers = [office, manager, await signedIn(app, 'anna@example.com')]
  club = await buildClub(app)
  await grantOffice(app, club, manager, ['event_manager'])
  feast = await buildEvent(app, club, { title: 'Summer party', onePerPerson: false })
  for (let bought = 0; bought < ORDERS; bought += buyers.length) {
    await app.database.sql('delete from rate_windows')
    await Promise.all(buyers.map((one) => buyPlaces(app, one, feast, [{ memberId: one.memberId, event: feast }])))
  }
})

afterAll(() => app.close())

/** @returns null if the server died first */
const ask = async (
  { call }: { readonly call: TestApp['call'] },
  endpoint: Endpoint,
  person: Person,
  body: object = {},
): Promise<CancelRun | null> =>
  call(endpoint, { ...which(), ...body }, { as: person.token }).catch((error: unknown) => {
    if (error instanceof ApiProblem) throw error
    return null
  }) as Promise<CancelRun | null>

/** Does the work of a minute without waiting for it. Failed jobs are tried again at once. */
async function eachMinute(): Promise<void> {
  await runRecurring(app, 'events.resume-runs')
  await app.database.sql(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where run_at > now()), run_at => now())`,
  )
}

/** Frees the claims of dead workers at once, and tries again what so many deaths have used up the tries of, as an operator would. */
async function freeClaims(): Promise<void> {
  await app.database.sql(unlockAll)
  await app.database.sql(
    `select graphile_worker.reschedule_jobs(array_agg(id), attempts => 0) from graphile_worker.jobs where attempts >= max_attempts`,
  )
  await app.database.sql(`update refunds set attempted_at = attempted_at - interval '61 seconds'`)
}

const which = () => ({ orgId: club.id, eventId: feast.id })
const texts = { texts: { da: 'Aflyst' }, refunds: 'all' as const, name: 'Summer party' }

/** Orders that are ended, and those whose refund is recorded as done. */
async function progress() {
  const [row] = await app.database.sql<{ ended: number; refunded: number }>(
    `select count(*) filter (where items.state <> 'waiting')::int as ended, count(*) filter (where refunds.status = 'done')::int as refunded
     from event_run_items items left join refunds on refunds.id = refund_id`,
  )
  return row!
}

/** Whoever died between recording a credit and calling the gateway leaves it to the office, which looks into the gateway's portal. */
async function confirmUnknown({ failures }: CancelRun): Promise<void> {
  for (const { orderId, number, problem } of failures) {
    expect(problem).toBe('outcome_unknown')
    const credited = (await ledgerOf(number)).credits.length > 0
    const [refund] = await app.database.sql<{ id: string }>(`select id from refunds where order_id = $1`, [orderId])
    await app.call(payments.confirmRefund, { orgId: club.id, refundId: refund!.id, credited }, { as: office.token })
  }
}

/** Server and worker work until they have ended or refunded some orders more, and die at that moment. @returns how far they came */
async function dieAtWork() {
  await app.database.sql('delete from rate_windows')
  const before = await progress()
  const enough = 1 + Math.floor(Math.random() * 3)
  await eachMinute()
  const server = await startServer(app)
  const worker = startWorker(app)
  let looks = 0
  const looking = (async () => {
    await ask(server, eventCancel.retry, office)
    while (await ask(server, eventCancel.run, office)) looks += 1
  })()
  for (;;) {
    const { ended, refunded } = await progress()
    if (ended + refunded >= before.ended + before.refunded + enough && looks > 0) break
    await wait(Math.random() * 20)
  }
  worker.kill('SIGKILL')
  server.child.kill('SIGKILL')
  expect([await died(worker), await died(server.child)]).toEqual([true, true])
  await looking
  await freeClaims()
  return progress()
}

test('server and workers die at every step of a run: every order is refunded once, and the ledger says the same', async ({
  annotate,
}) => {
  const starting = await startServer(app, 'event-run.starting')
  expect(await ask(starting, eventCancel.start, manager, texts)).toBeNull()
  expect(await died(starting.child)).toBe(true)
  expect((await app.database.sql('select from event_runs')).length).toBe(0)
  await app.call(eventCancel.start, { ...which(), ...texts }, { as: manager.token })
  const approving = await startServer(app, 'event-run.approving')
  expect(await ask(approving, eventCancel.approve, office)).toBeNull()
  expect(await died(approving.child)).toBe(true)
  await app.call(eventCancel.approve, which(), { as: office.token })

  for (const crashAt of ['event-run.ending:2', 'event-run.ended:2']) {
    expect(await died(startWorker(app, crashAt))).toBe(true)
    await freeClaims()
    await eachMinute()
  }
  const deaths = []
  for (let death = 0; death < DEATHS; death++) {
    const { ended, refunded } = await dieAtWork()
    deaths.push(`${ended}/${refunded}`)
    // It died while orders were left.
    expect(refunded).toBeLessThan(ORDERS)
  }
  await annotate(`Orders ended/refunded at each death, of ${ORDERS}: ${deaths.join(' ')}`)

  const last = startWorker(app)
  const hurrying = setInterval(() => void eachMinute().catch(() => {}), 3000)
  const runNow = () => app.call(eventCancel.run, which(), { as: office.token })
  let run = await runNow()
  for (; run.state !== 'done' || run.failed > 0 || run.underWay > 0; run = await runNow()) {
    if (run.state === 'done') await confirmUnknown(run)
    await wait(200)
  }
  clearInterval(hurrying)
  expect(run).toMatchObject({
    failures: [],
    total: ORDERS,
    failed: 0,
    done: ORDERS,
    refunded: { minor: ORDERS * 20_000 },
  })
  const orders = await app.database.sql<{ number: string; sum: number }>(
    `select number, (select sum(amount)::int from refunds where order_id = orders.id and status = 'done') as sum from orders where org_id = $1`,
    [club.id],
  )
  expect(orders.length).toBe(ORDERS)
  for (const { number, sum } of orders)
    expect((await ledgerOf(number)).credits.map(({ amount, isSuccess }) => [amount, isSuccess])).toEqual([[sum, true]])
  last.kill('SIGTERM')
  await died(last)
  await freeClaims()
  await runRecurring(app, 'jobs.delete-replaced')
  await app.runJobs({ all: true })
  await eachMinute()
  expect(await app.database.sql('select from graphile_worker.jobs where attempts >= max_attempts')).toEqual([])
  expect(await brokenInvariants(app, club)).toEqual([])
}, 600_000)

test('a worker dies as the first of two refunds of an order is done: the second is started, and each is credited once', async () => {
  await app.database.sql('delete from rate_windows')
  const camp = await buildEvent(app, club, { refundUntilHours: 24, onePerPerson: false })
  const place = { memberId: manager.memberId, event: camp }
  await buyPlaces(app, manager, camp, [place, place])
  const bought = await app.call(tickets.list, { eventId: camp.id }, { as: manager.token })
  for (const { id } of bought) await app.call(tickets.refund, { entryId: id }, { as: manager.token })
  for (const crashAt of ['refund.taken', 'refund.done', 'refund.taken']) {
    expect(await died(startWorker(app, crashAt))).toBe(true)
    await freeClaims()
    await eachMinute()
  }
  await app.runJobs({ all: true })
  const refunds = await app.database.sql<{ number: string; status: string }>(
    `select number, refunds.status from refunds join orders on orders.id = refunds.order_id
     where order_id = (select order_id from event_entries where event_id = $1 limit 1)`,
    [camp.id],
  )
  expect(refunds.map(({ status }) => status)).toEqual(['done', 'done'])
  expect((await ledgerOf(refunds[0]!.number)).credits.map(({ amount }) => amount)).toEqual([20_000, 20_000])
  expect(await brokenInvariants(app, club)).toEqual([])
})
