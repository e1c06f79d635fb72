// npm run bench -- cancel: an event with paid orders is cancelled: its refunds at the simulated gateway, their pace, what they cost, and how
// the run goes on after its worker was killed. docs/performance.md explains the figures.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pathOf } from '#contract/endpoint.ts'
import { eventCancel, type CancelRun } from '#contract/events/cancel.ts'
import { fillPaidEvent, PRICE, readLedger, TITLE } from './cancel/fill.ts'
import { startCluster, type Cluster } from './support/cluster.ts'
import { cpuOf, cpuOfFamily } from './support/meter.ts'
import { portalName, startOutside } from './support/outside.ts'
import { finishJobs, type Portal, startPortal } from './support/portal.ts'
import { interrupted } from './support/processes.ts'
import { fillWorld, readWorld } from './support/world.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '600' },
    /** Each step follows the last at once, to measure the work itself. */
    unpaced: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const orders = Number(values.orders)
/** Of 10,000 orders, in seconds. */
const LIMIT = 3600

const database = 'cancel'
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`)
/** Of each refund at the gateway: two look, the third credits. */
const CALLS = 3
const line = (what: string, figure: string) => console.log(`${what.padEnd(60)} ${figure}`)
const seconds = (took: number) => `${(took / 1000).toFixed(1)} s`

const cluster = await startCluster()
const outside = await startOutside(cluster, [database], true)
let broken: string[] = []
try {
  broken = (await Promise.race([measure(cluster), interrupted])) ?? []
} finally {
  await outside.stop()
  await cluster.stop()
}
for (const one of broken) console.error(one)
process.exit(values.check && broken.length > 0 ? 1 : 0)

interface Watched {
  /** From the start until everything is credited. */
  readonly credited: number
  /** From the death of its worker to the next credit. */
  readonly pause: number
  /** Refunds a second before and after. */
  readonly rates: readonly number[]
  /** Of each look at its progress. */
  readonly looks: readonly number[]
  /** Processor time of both workers. */
  readonly worker: number
}

async function measure(on: Cluster): Promise<string[]> {
  const secretsKey = randomBytes(32).toString('base64')
  await on.create(database)
  await fillWorld(on, database, { clubs: 1, issuer: outside.issuer, secretsKey })
  say(`Filling an event with ${orders} paid orders`)
  const which = await fillPaidEvent(on, database, { orders, secretsKey })
  const { people } = await readWorld(on, database)
  const [{ token } = { token: '' }] = await outside.signIn([{ ...people[0]!, roles: ['org:B0000|role:ADMIN'] }])
  const portal = await startPortal({ ...outside, cluster: on, database, publicUrl: portalName(database), secretsKey })

  async function call(path: string, body?: object): Promise<{ run: CancelRun; ms: number }> {
    const sent = performance.now()
    const answer = await fetch(portal.url + pathOf(path, 'izy', which), {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return { run: (await answer.json()) as CancelRun, ms: performance.now() - sent }
  }

  say('Cancelling it')
  const postgres = cpuOfFamily(on.pid)
  const begun = performance.now()
  const started = await call(eventCancel.start.path, { texts: { da: 'Aflyst' }, refunds: 'all', name: TITLE })
  const hurrying = values.unpaced ? setInterval(() => void hurry(on, started.run.id), 50) : undefined
  const watched = await watch(on, portal, () => call(eventCancel.run.path), begun)
  clearInterval(hurrying)
  const mailed = performance.now() - begun
  const cpu = cpuOfFamily(on.pid) - postgres
  await portal.stop()

  const ledger = readLedger(on)
  const [refunds] = await on.sql<{ count: number; sum: number; left: number }>(
    database,
    `select count(*)::int as count, sum(amount)::float8 as sum, count(*) filter (where status <> 'done')::int as left from refunds`,
  )
  const looks = watched.looks.toSorted((x, y) => x - y)
  const rate = orders / ((watched.credited - watched.pause) / 1000)
  const hour = 10_000 / rate + watched.pause / 1000
  line(`${orders} orders, ${values.unpaced ? 'without a pause between steps' : 'at the pace of production'}`, '')
  line('the call that cancels', seconds(started.ms))
  line('until everything is credited, a death of the worker included', seconds(watched.credited))
  line('from that death to the next credit', seconds(watched.pause))
  line('refunds a second, that pause apart; calls at the gateway', `${rate.toFixed(2)}; ${(rate * CALLS).toFixed(1)}`)
  line('refunds a second before and after it', watched.rates.map((one) => one.toFixed(2)).join(', '))
  line(`10,000 orders with such a death (at most ${LIMIT} s)`, seconds(hour * 1000))
  line('until the last mail', seconds(mailed))
  line('a look at its progress, p50 / p95 ms', `${ms(looks, 0.5)} / ${ms(looks, 0.95)}`)
  line(
    'processor an order, ms: worker, PostgreSQL',
    `${(watched.worker / orders).toFixed(1)}, ${(cpu / orders).toFixed(1)}`,
  )
  line('credits, orders, øre at the gateway', `${ledger.count}, ${ledger.orders}, ${ledger.sum}`)
  line('refunds, øre, not done here', `${refunds!.count}, ${refunds!.sum}, ${refunds!.left}`)
  const isRight = [ledger.count, ledger.orders, refunds!.count].every((count) => count === orders)
  return [
    ...(isRight && ledger.sum === orders * PRICE && refunds!.sum === ledger.sum && refunds!.left === 0
      ? []
      : ['The ledger differs from the refunds']),
    ...(hour > LIMIT ? [`10,000 orders take ${hour.toFixed(0)} s; at most ${LIMIT}`] : []),
  ]
}

function ms(sorted: readonly number[], part: number): string {
  return sorted[Math.floor(sorted.length * part)]!.toFixed(0)
}

/** Watches the run until it has ended, and kills its worker when half is credited. */
async function watch(
  on: Cluster,
  portal: Portal,
  look: () => Promise<{ run: CancelRun; ms: number }>,
  begun: number,
): Promise<Watched> {
  let { worker } = portal
  let busy = 0
  let died: { readonly at: number; readonly count: number } | null = null
  const rates: number[] = []
  let pause = 0
  let credited = 0
  const looks: number[] = []
  for (;;) {
    const { run, ms: took } = await look()
    looks.push(took)
    const { count } = readLedger(on)
    if (died && pause === 0 && count > died.count) pause = performance.now() - died.at
    if (died && credited === 0 && count >= orders) {
      credited = performance.now() - begun
      rates.push((orders - died.count) / ((begun + credited - died.at - pause) / 1000))
    }
    if (run.state === 'done') break
    if (!died && count >= orders / 2) {
      busy = cpuOf(worker.pid)
      await worker.kill()
      died = { at: performance.now(), count: readLedger(on).count }
      rates.push(died.count / ((died.at - begun) / 1000))
      say(`The worker died after ${died.count} credits`)
      worker = await portal.startWorker()
    }
    await wait(500)
  }
  say('Waiting for the last mails')
  await finishJobs(on, database, 3600)
  return { credited, pause, rates, looks, worker: busy + cpuOf(worker.pid) }
}

/** Lets the next step of a run begin now. One at work is left alone. */
async function hurry(on: Cluster, runId: string): Promise<void> {
  await on.sql(
    database,
    `select graphile_worker.add_job('events.cancel-run', json_build_object('runId', $1::text), job_key => 'event-run:' || $1, job_key_mode => 'replace')
     where exists (select from graphile_worker.jobs where key = 'event-run:' || $1 and locked_at is null and run_at > now())`,
    [runId],
  )
}
