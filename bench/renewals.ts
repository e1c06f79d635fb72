// npm run bench -- renewals: how long the job for 100,000 renewals takes, and how it slows buyers.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { copenhagenDate } from '#server/database/clock.ts'
import { closeDb, openDb, poolOf } from '#server/database/db.ts'
import { announceRenewals } from '#server/domains/memberships/index.ts'
import { startCluster } from './support/cluster.ts'
import { drive, type Driven, takeTurns } from './checkout/drive.ts'
import { portalName, startOutside } from './support/outside.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { interrupted } from './support/processes.ts'
import { fillWorld, readWorld } from './support/world.ts'
import { fillRenewals, forgetRenewals } from './renewals/fill.ts'

const { values } = parseArgs({
  options: {
    renewals: { type: 'string', default: '100000' },
    buyers: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '3' },
    /** Only the job, with nobody buying. */
    alone: { type: 'boolean', default: false },
  },
})
const renewals = Number(values.renewals)
const buyers = Number(values.buyers)
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)

const CLUBS = 10
const database = 'renewals'
const secretsKey = randomBytes(32).toString('base64')
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`)
const line = (what: string, figure: string) => console.log(`${what.padEnd(64)} ${figure}`)
const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const inSeconds = (all: readonly number[]) =>
  `${middle(all).toFixed(2)} (${all.map((one) => one.toFixed(2)).join(', ')})`

const figures = (all: readonly Driven<null>[]) =>
  `${middle(all.map(({ whole }) => whole.p50)).toFixed(0)} / ${middle(all.map(({ whole }) => whole.p99)).toFixed(0)} (${all
    .map(({ whole }) => whole.p99.toFixed(0))
    .join(', ')})`

const buyFor = (portal: Portal, take: Parameters<typeof drive>[0]['take'], sample: () => Promise<null>) =>
  drive<null>({ shop: portal, take, buyers, seconds, warmUp: 4, sample })

let lasting: Promise<Prepared> | null = null

const cluster = await startCluster()
const outside = await startOutside(cluster, [database], false)
try {
  await Promise.race([measure(), interrupted])
} finally {
  await outside.stop()
  await cluster.stop()
}
process.exit()

async function measure() {
  await cluster.create(database)
  await fillWorld(cluster, database, { clubs: CLUBS, issuer: outside.issuer, secretsKey })
  say(`Filling a database with ${renewals} memberships that renew by themselves`)
  await fillRenewals(cluster, database, renewals)

  const alone: Prepared[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await prepare())
    await forgetRenewals(cluster, database)
  }
  line(`${renewals} renewals prepared, nobody buying, s (at most 5)`, inSeconds(alone.map(({ took }) => took)))
  line('processor of PostgreSQL for them, s', inSeconds(alone.map(({ processor }) => processor)))
  if (values.alone) return

  const portal = await startPortal({ ...outside, cluster, database, publicUrl: portalName(database), secretsKey })
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
  const idleP99 = middle(idle.map(({ whole }) => whole.p99))
  const besideP99 = middle(beside.map(({ driven }) => driven.whole.p99))
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

async function prepare(): Promise<Prepared> {
  const db = openDb(cluster.urlOf(database), { name: 'bench', size: 1, statementTimeout: 60_000 })
  const { rows } = await poolOf(db).query<{ pid: number }>('select pg_backend_pid() as pid')
  const busy = () => processorSeconds(rows[0]!.pid)
  const before = busy()
  const begun = performance.now()
  const announced = await announceRenewals(db, copenhagenDate(new Date()))
  const took = (performance.now() - begun) / 1000
  const processor = busy() - before
  await closeDb(db)
  if (announced !== renewals) throw new Error(`${announced} of ${renewals} renewals were prepared`)
  return { took, processor }
}

/** A process's processor time, in kernel ticks of 10 ms. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
