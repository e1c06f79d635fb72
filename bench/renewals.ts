// npm run bench -- renewals: how long the job for 100,000 renewals takes, and how it slows buyers.
import { copenhagenDate } from '#server/database/clock.ts'
import { announceRenewals } from '#server/domains/memberships/index.ts'
import { drive, type Driven, takeTurns } from './checkout/drive.ts'
import { line, median, onDatabase, openBench, readOptions, say } from './support/head.ts'
import { cpuOf } from './support/meter.ts'
import type { Portal } from './support/portal.ts'
import { readWorld } from './support/world.ts'
import { fillRenewals, forgetRenewals } from './renewals/fill.ts'

const { renewals, buyers, seconds, rounds, alone } = readOptions({
  renewals: 100_000,
  buyers: 4,
  seconds: 12,
  rounds: 3,
  /** Only the job, with nobody buying. */
  alone: false,
})

const CLUBS = 10
const inSeconds = (all: readonly number[]) =>
  `${median(all).toFixed(2)} (${all.map((one) => one.toFixed(2)).join(', ')})`

const figures = (all: readonly Driven<null>[]) =>
  `${median(all.map(({ whole }) => whole.p50)).toFixed(0)} / ${median(all.map(({ whole }) => whole.p99)).toFixed(0)} (${all
    .map(({ whole }) => whole.p99.toFixed(0))
    .join(', ')})`

const buyFor = (portal: Portal, take: Parameters<typeof drive>[0]['take'], sample: () => Promise<null>) =>
  drive<null>({ shop: portal, take, buyers, seconds, warmUp: 4, sample })

let lasting: Promise<Prepared> | null = null
const database = 'renewals'
const { cluster, outside, fill, open, run } = await openBench([database])
await run(measure)

async function measure() {
  await fill(database, CLUBS)
  say(`Filling a database with ${renewals} memberships that renew by themselves`)
  await fillRenewals(cluster, database, renewals)

  const quiet: Prepared[] = []
  for (let round = 0; round < rounds; round++) {
    quiet.push(await prepare())
    await forgetRenewals(cluster, database)
  }
  line(`${renewals} renewals prepared, nobody buying, s (at most 5)`, inSeconds(quiet.map(({ took }) => took)))
  line('processor of PostgreSQL for them, s', inSeconds(quiet.map(({ processor }) => processor)))
  if (alone) return

  const portal = await open(database)
  const { people, offers } = await readWorld(cluster, database)
  const take = takeTurns(await outside.signIn(people), offers, CLUBS)
  const idle: Driven<null>[] = []
  const beside: { driven: Driven<null>; took: number }[] = []
  for (let round = 0; round < rounds; round++) {
    say(`Round ${round + 1} of ${rounds}`)
    idle.push(await buyFor(portal, take, async () => null))
    let took = 0
    const driven = await buyFor(portal, take, async () => {
      // The window begins with the job; the reading at its end is ignored.
      if (took === 0) took = await prepareBeside()
      return null
    })
    beside.push({ driven, took: (await lasting!).took })
    await forgetRenewals(cluster, database)
  }
  await portal.stop()
  const idleP99 = median(idle.map(({ whole }) => whole.p99))
  const besideP99 = median(beside.map(({ driven }) => driven.whole.p99))
  line(`the same while ${buyers} buyers buy, s`, inSeconds(beside.map(({ took }) => took)))
  line('whole purchase idle, p50 / p99 ms', figures(idle))
  line('whole purchase beside the job, p50 / p99 ms', figures(beside.map(({ driven }) => driven)))
  line('p99 beside / idle (at most 2)', (besideP99 / idleP99).toFixed(2))
}

/** Starts the job without waiting for it. */
async function prepareBeside(): Promise<number> {
  lasting = prepare()
  return 1
}

/** Seconds from the first statement to the last commit, and of the database's processor time. */
interface Prepared {
  readonly took: number
  readonly processor: number
}

function prepare(): Promise<Prepared> {
  return onDatabase(cluster, database, async (db, [pid]) => {
    const before = cpuOf(pid!)
    const begun = performance.now()
    const announced = await announceRenewals(db, copenhagenDate(new Date()))
    const took = (performance.now() - begun) / 1000
    if (announced !== renewals) throw new Error(`${announced} of ${renewals} renewals were prepared`)
    return { took, processor: (cpuOf(pid!) - before) / 1000 }
  })
}
