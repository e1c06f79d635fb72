import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { walBetween } from '../support/cluster.ts'
import { say, type Bench } from '../support/head.ts'
import { finishJobs, waitingJobs, type Portal } from '../support/portal.ts'
import { readWorld } from '../support/world.ts'
import { checkDelivered } from './delivered.ts'
import { drive, takeTurns, type Drive } from './drive.ts'
import { fillHistory } from './history.ts'
import { machineOf } from './machine.ts'
import { read, type Reading } from '../support/meter.ts'
import { record, type Recording } from './record.ts'
import { replay } from './replay.ts'
import { SIZES, type Measured, type Options, type Result, type Round, type Size } from './result.ts'
import type { Statement } from '../support/statement.ts'

/** Seconds of warm-up: first until code is compiled and connections are open, later until the load is steady. */
const WARM_UP = { first: 6, later: 2 }

type Setup = Pick<Bench, 'cluster' | 'outside' | 'secretsKey' | 'fill' | 'open'> & { readonly options: Options }

export const databases = SIZES.flatMap((size) => [`api_${size}`, `recorded_${size}`])

/** Runs the whole benchmark. */
export async function measure(setup: Setup): Promise<Result> {
  const { options, cluster } = setup
  await fillBoth(setup)
  const recordings = { empty: await recordOn(setup, 'empty'), large: await recordOn(setup, 'large') }

  const portals = { empty: await openPortal(setup, 'empty'), large: await openPortal(setup, 'large') }
  const rounds: Record<Size, Round[]> = { empty: [], large: [] }
  for (let round = 0; round < options.rounds; round++) {
    for (const size of round % 2 ? SIZES.toReversed() : SIZES) {
      say(`Round ${round + 1} of ${options.rounds}, ${size} database`)
      const warmUp = round === 0 ? WARM_UP.first : WARM_UP.later
      rounds[size].push(await playRound(setup, { size, open: portals[size], recording: recordings[size], warmUp }))
    }
  }

  const finish = async (size: Size): Promise<Measured> => {
    const { orders, ...recording } = recordings[size]
    const delivered = await checkDelivered(cluster, `api_${size}`)
    say(`Only preparing, ${size} database`)
    const driven = await driveOn(setup, portals[size], { warmUp: WARM_UP.later, until: 'prepare' })
    const bare = await replayOn(
      setup,
      size,
      orders.map(({ prepare }) => prepare),
    )
    return { rounds: rounds[size], prepareOnly: { driven, bare }, recording, delivered }
  }
  const sizes = { empty: await finish('empty'), large: await finish('large') }

  await Promise.all(SIZES.map((size) => portals[size].portal.stop()))
  return { at: new Date().toISOString(), options, machine: await machineOf(cluster), sizes }
}

/** Two databases with and without earlier orders; measurements use copies of them. */
async function fillBoth({ options, cluster, secretsKey, fill }: Setup) {
  await fill('start_empty', options.clubs)
  await cluster.sql('start_empty', 'vacuum (analyze)')
  await cluster.copy('start_empty', 'start_large')
  say(`Filling a database with ${options.orders} orders`)
  await fillHistory(cluster, 'start_large', { orders: options.orders, secretsKey })
  for (const size of SIZES) {
    await cluster.copy(`start_${size}`, `api_${size}`)
    await cluster.copy(`start_${size}`, `recorded_${size}`)
  }
}

async function turns({ options, cluster, outside }: Setup, database: string) {
  const { people, offers } = await readWorld(cluster, database)
  return takeTurns(await outside.signIn(people), offers, options.clubs)
}

async function recordOn(setup: Setup, size: Size): Promise<Recording> {
  const { options, cluster } = setup
  const database = `recorded_${size}`
  say(`Recording the statements of ${options.recorded} orders, ${size} database`)
  const recordIn = path.join(cluster.dataDir, database)
  mkdirSync(recordIn)
  const recording = await record(setup, { database, recordIn }, await turns(setup, database), options.recorded)
  await cluster.drop(database)
  return recording
}

interface Open {
  readonly portal: Portal
  readonly take: Drive<Reading>['take']
}

const openPortal = async (setup: Setup, size: Size): Promise<Open> => ({
  portal: await setup.open(`api_${size}`),
  take: await turns(setup, `api_${size}`),
})

interface Turn {
  readonly size: Size
  readonly open: Open
  readonly recording: Recording
  readonly warmUp: number
}

async function playRound(setup: Setup, { size, open, recording, warmUp }: Turn): Promise<Round> {
  const { cluster, outside } = setup
  const { database } = open.portal
  const refusedBefore = await outside.refused()
  const driven = await driveOn(setup, open, { warmUp })
  const refused = (await outside.refused()) - refusedBefore
  const backlog = await waitingJobs(cluster, database)
  const ended = performance.now()
  await finishJobs(cluster, database, 300)
  const drainSeconds = (performance.now() - ended) / 1000
  const [before, after] = driven.samples
  const wal = await walBetween(cluster, database, before.wal, after.wal)
  const bare = await replayOn(
    setup,
    size,
    recording.orders.map(({ all }) => all),
  )
  return { driven, wal, refused, backlog, drainSeconds, bare }
}

/** Every window begins right after a checkpoint, so that all include the full pages that are logged after one. */
async function driveOn(
  { options, cluster, outside }: Setup,
  { portal, take }: Open,
  more: { warmUp: number; until?: 'prepare' },
) {
  await cluster.sql('postgres', 'checkpoint')
  const { server, worker } = portal
  const sample = () => read(cluster, { server, worker, ...outside.processes })
  const { buyers, seconds } = options
  return drive({ shop: portal, take, buyers, seconds, sample, ...more })
}

/** On a copy of the database from before the recording; copying makes a checkpoint. */
async function replayOn({ options, cluster }: Setup, size: Size, orders: readonly (readonly Statement[])[]) {
  await cluster.copy(`start_${size}`, 'bare')
  const bare = await replay(cluster.urlOf('bare'), orders, options.buyers)
  const [row] = await cluster.sql<{ count: number }>(
    'bare',
    `select count(*)::int as count from orders where created_at > now() - interval '1 hour'`,
  )
  if (row!.count !== orders.length) throw new Error(`${orders.length} orders were replayed and ${row!.count} are there`)
  await cluster.drop('bare')
  await wait(500)
  return bare
}
