// npm run bench -- cancel: an event with paid orders is cancelled: its refunds at the simulated gateway, their pace, what they cost, and how
// the run goes on after its worker was killed. docs/performance.md explains the figures.
import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { eventCancel, type CancelRun } from '#contract/events/cancel.ts'
import { fillPaidEvent, PRICE, readLedger, TITLE } from './cancel/fill.ts'
import { call, line, openBench, percentile, readOptions, say } from './support/head.ts'
import { cpuOf, cpuOfFamily } from './support/meter.ts'
import { finishJobs, type Portal } from './support/portal.ts'
import { readWorld } from './support/world.ts'

// Unpaced: each step follows the last at once, to measure the work itself.
const { orders, unpaced, check } = readOptions({ orders: 600, unpaced: false, check: false })
/** Of 10,000 orders, in seconds. */
const LIMIT = 3600
/** Of each refund at the gateway: two look, the third credits. */
const CALLS = 3
const seconds = (took: number) => `${(took / 1000).toFixed(1)} s`
const database = 'cancel'
const { cluster, outside, secretsKey, fill, open, run } = await openBench([database], true)
await run(measure, check)

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

async function measure(): Promise<string[]> {
  await fill(database, 1)
  say(`Filling an event with ${orders} paid orders`)
  const which = await fillPaidEvent(cluster, database, { orders, secretsKey })
  const { people } = await readWorld(cluster, database)
  const [office] = await outside.signIn([{ ...people[0]!, roles: ['org:B0000|role:ADMIN'] }])
  const portal = await open(database)
  async function ask(endpoint: Endpoint, body?: object) {
    const sent = performance.now()
    const answered = await call<CancelRun>(portal.url, endpoint, office!, which, body)
    return { run: answered, ms: performance.now() - sent }
  }

  say('Cancelling it')
  const postgres = cpuOfFamily(cluster.pid)
  const begun = performance.now()
  const started = await ask(eventCancel.start, { texts: { da: 'Aflyst' }, refunds: 'all', name: TITLE })
  const hurrying = unpaced ? setInterval(() => void hurry(started.run.id), 50) : undefined
  const watched = await watch(portal, () => ask(eventCancel.run), begun)
  clearInterval(hurrying)
  const mailed = performance.now() - begun
  const cpu = cpuOfFamily(cluster.pid) - postgres
  await portal.stop()

  const ledger = readLedger(cluster)
  const [refunds] = await cluster.sql<{ count: number; sum: number; left: number }>(
    database,
    `select count(*)::int as count, sum(amount)::float8 as sum, count(*) filter (where status <> 'done')::int as left from refunds`,
  )
  const rate = orders / ((watched.credited - watched.pause) / 1000)
  const hour = 10_000 / rate + watched.pause / 1000
  line(`${orders} orders, ${unpaced ? 'without a pause between steps' : 'at the pace of production'}`, '')
  line('the call that cancels', seconds(started.ms))
  line('until everything is credited, a death of the worker included', seconds(watched.credited))
  line('from that death to the next credit', seconds(watched.pause))
  line('refunds a second, that pause apart; calls at the gateway', `${rate.toFixed(2)}; ${(rate * CALLS).toFixed(1)}`)
  line('refunds a second before and after it', watched.rates.map((one) => one.toFixed(2)).join(', '))
  line(`10,000 orders with such a death (at most ${LIMIT} s)`, seconds(hour * 1000))
  line('until the last mail', seconds(mailed))
  line('a look at its progress, p50 / p95 ms', `${ms(watched.looks, 0.5)} / ${ms(watched.looks, 0.95)}`)
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

function ms(looks: readonly number[], share: number): string {
  return percentile(looks, share).toFixed(0)
}

/** Watches the run until it has ended, and kills its worker when half is credited. */
async function watch(
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
    const { run: progress, ms: took } = await look()
    looks.push(took)
    const { count } = readLedger(cluster)
    if (died && pause === 0 && count > died.count) pause = performance.now() - died.at
    if (died && credited === 0 && count >= orders) {
      credited = performance.now() - begun
      rates.push((orders - died.count) / ((begun + credited - died.at - pause) / 1000))
    }
    if (progress.state === 'done') break
    if (!died && count >= orders / 2) {
      busy = cpuOf(worker.pid)
      await worker.kill()
      died = { at: performance.now(), count: readLedger(cluster).count }
      rates.push(died.count / ((died.at - begun) / 1000))
      say(`The worker died after ${died.count} credits`)
      worker = await portal.startWorker()
    }
    await wait(500)
  }
  say('Waiting for the last mails')
  await finishJobs(cluster, database, 3600)
  return { credited, pause, rates, looks, worker: busy + cpuOf(worker.pid) }
}

/** Lets the next step of a run begin now. One at work is left alone. */
async function hurry(runId: string): Promise<void> {
  await cluster.sql(
    database,
    `select graphile_worker.add_job('events.cancel-run', json_build_object('runId', $1::text), job_key => 'event-run:' || $1, job_key_mode => 'replace')
     where exists (select from graphile_worker.jobs where key = 'event-run:' || $1 and locked_at is null and run_at > now())`,
    [runId],
  )
}
