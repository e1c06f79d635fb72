import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventCancel, type CancelRun } from '#contract/event-cancel.ts'
import { unlockAll } from '../database/job-tables.ts'
import { workOf } from '../schedule.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { buyPlaces } from '../testing/purchases/event-purchase.ts'
import { ledgerOf } from '../testing/purchase.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** A cancelled event whose workers die with SIGKILL: by day at each step between two effects, at night 20 times at any moment. */
const nightly = inject('nightly')
const ORDERS = nightly ? 60 : 6

let app: TestApp
let club: Club
let office: Person
let anna: Person
let feast: BuiltEvent
beforeAll(async () => {
  app = await createTestApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
  feast = await buildEvent(app, club, { title: 'Summer party', onePerPerson: false })
  for (let bought = 0; bought < ORDERS; bought++) {
    await app.database.sql('delete from rate_windows')
    await buyPlaces(app, anna, feast, [{ memberId: anna.memberId, event: feast }])
  }
  await app.runJobs({ all: true })
})

const workers = new Set<ChildProcess>()
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
})

/** A worker as a process of its own. @param crashAt where it kills itself */
function startWorker(crashAt?: string): ChildProcess {
  const simulators = inject('simulators')
  const child = spawn(process.execPath, ['server/worker.ts'], {
    env: {
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: path.resolve('dist/compile-cache'),
      PUBLIC_URL: app.url,
      DATABASE_URL: app.database.url,
      OIDC_ISSUER: simulators.issuer,
      FREEPAY_GATEWAY_URL: simulators.gatewayUrl,
      FREEPAY_MANAGEMENT_URL: simulators.managementUrl,
      SMTP_URL: simulators.smtpUrl,
      ...(crashAt && { CRASH_AT: crashAt }),
    },
    stdio: 'ignore',
  })
  workers.add(child)
  child.once('exit', () => workers.delete(child))
  return child
}

/** What each minute does, without waiting for it. Jobs that failed are tried again at once. */
async function eachMinute(): Promise<void> {
  await workOf(app.context)
    .recurring.find(({ name }) => name === 'events.resume-runs')!
    .run()
  await app.database.sql(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where run_at > now()), run_at => now())`,
  )
}

/** What dead workers had claimed is free at once. */
async function freeClaims(): Promise<void> {
  await app.database.sql(unlockAll)
  await app.database.sql(`update refunds set attempted_at = attempted_at - interval '61 seconds'`)
}

const which = () => ({ orgId: club.id, eventId: feast.id })
const as = () => ({ as: office.token })
const runOf = () => app.call(eventCancel.run, which(), as())

async function until(reached: (run: CancelRun) => boolean): Promise<CancelRun> {
  for (;;) {
    const run = await runOf()
    if (reached(run)) return run
    await wait(200)
  }
}

test('workers die at every step of the run: every order is refunded once, and the ledger says the same', async () => {
  await app.call(eventCancel.start, { ...which(), texts: { da: 'Aflyst' }, refunds: 'all', name: 'Summer party' }, as())
  const deaths = nightly ? Array.from({ length: 20 }, () => undefined) : ['event-run.ending:2', 'event-run.ended:2']
  let died = 0
  for (const crashAt of deaths) {
    const worker = startWorker(crashAt)
    const ended = once(worker, 'exit')
    // At any moment of its work, once it has started.
    if (!crashAt) void wait(1000 + Math.random() * 1500).then(() => worker.kill('SIGKILL'))
    const [, signal] = (await Promise.race([ended, wait(30_000, [null, 'alive'])])) as [number | null, string]
    if (signal === 'SIGKILL') died += 1
    else worker.kill('SIGKILL')
    await freeClaims()
    await eachMinute()
  }
  expect(died).toBe(deaths.length)

  startWorker()
  const hurrying = setInterval(() => void eachMinute().catch(() => {}), 3000)
  const run = await until(({ state }) => state === 'done').finally(() => clearInterval(hurrying))
  expect(run).toMatchObject({ total: ORDERS, failed: 0, done: ORDERS, refunded: { minor: ORDERS * 20_000 } })
  const orders = await app.database.sql<{ number: string }>('select number from orders where org_id = $1', [club.id])
  for (const { number } of orders)
    expect((await ledgerOf(number)).credits.map(({ amount }) => amount)).toEqual([20_000])
  for (const worker of workers) {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
  }
  await freeClaims()
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})
