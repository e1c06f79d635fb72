import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Buyer } from '../support/buyer.ts'
import type { Cluster } from '../support/cluster.ts'
import { say, type Bench } from '../support/head.ts'
import type { Portal } from '../support/portal.ts'
import { readWorld } from '../support/world.ts'
import { machineOf } from '../checkout/machine.ts'
import { readStatements, within } from '../checkout/record.ts'
import { replay } from '../checkout/replay.ts'
import type { Machine } from '../checkout/result.ts'
import { unitsOf, type Statement } from '../support/statement.ts'
import { lightClient } from '../overload/light-client.ts'
import { type Desk, type Edits, whileEdited } from './edit.ts'
import type { Options } from './options.ts'
import { flow, inTurns, persist, registration } from './register.ts'
import { measureOrders, type OrderWindow } from './orders.ts'
import { fillEvents, pricedEvents, rushEvents, type Events } from './world.ts'

export interface Rush {
  /** Seconds until the last of all buyers had an answer. */
  readonly seconds: number
  /** Number of buyers by final status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Answers with 503. */
  readonly refused: number
  /** Places held or sold in the end, and how many there are then. */
  readonly taken: number
  readonly capacity: number
}

/** Answers a second, side by side. */
export interface Round {
  readonly health: number
  readonly soldOut: number
  readonly few: number
  readonly many: number
  /** Registrations a second, bare statements. */
  readonly bare: number
}

export interface Result {
  readonly machine: Machine
  readonly options: Options
  readonly rush: Rush
  readonly rounds: readonly Round[]
  /** Changes that an office saved meanwhile. */
  readonly edits: Edits
  /** Per registration. */
  readonly statements: number
  readonly listing: string
}

const WARM_UP = { first: 4, later: 1 }

type Started = Pick<Bench, 'cluster' | 'outside' | 'fill' | 'open'> & { readonly options: Options }

interface Setup extends Started {
  readonly events: Events
  /** An office of the club of the events. */
  readonly office: Buyer
  readonly edits: Edits
}

/** Does the work while an office edits one of the events, if that is to be measured. */
async function edited<T>(
  { options, cluster, office, events, edits }: Setup,
  { url }: Portal,
  name: keyof Events,
  work: () => Promise<T>,
): Promise<T> {
  if (!options.editing) return work()
  const [club] = await cluster.sql<Pick<Desk, 'orgId'>>('api', 'select org_id as "orgId" from events limit 1')
  return whileEdited({ url, office, ...club! }, events, name, edits, work)
}

/** Like `measure`, for orders at one event, with windows for different numbers of sold and held places. */
export async function measureOrdersAlone(started: Started): Promise<OrderWindow[]> {
  const { options, cluster, outside, fill } = started
  say(`Filling a database with ${options.sold} tickets`)
  await fill('api', 2)
  const events = await fillEvents(cluster, 'api', pricedEvents(options))
  const buyers = await outside.signIn((await readWorld(cluster, 'api')).people)
  const portal = await startWithoutMails(started, 'api')
  say('Measuring')
  const windows = await measureOrders({ cluster, portal }, events, buyers, options)
  await checkCounted(cluster)
  await portal.stop()
  return windows
}

/** Runs the whole benchmark. */
export async function measure(started: Started): Promise<Result> {
  const { options, cluster, outside, fill } = started
  say(`Filling a database with ${options.sold} tickets`)
  await fill('start', 2)
  const events = (await fillEvents(cluster, 'start', rushEvents(options))) as Events
  for (const name of ['api', 'recorded']) await cluster.copy('start', name)
  const { people } = await readWorld(cluster, 'start')
  const buyers = await outside.signIn(people)
  const [office] = await outside.signIn([{ ...people.at(-1)!, roles: ['org:B0000|role:ADMIN'] }])
  const edits = { saved: 0, refused: 0 }
  const setup: Setup = { ...started, events, office: office!, edits }

  const recorded = await recordOn(setup, buyers)
  const portal = await startWithoutMails(setup, 'api')
  const rush = await edited(setup, portal, 'lastPlaces', () => lastPlaces(setup, portal, buyers))
  const rounds: Round[] = []
  for (let round = 0; round < options.rounds; round++) {
    say(`Round ${round + 1} of ${options.rounds}`)
    rounds.push(await playRound(setup, portal, buyers, recorded, round))
  }
  await checkCounted(cluster)
  await portal.stop()
  const statements = recorded.flat().length / recorded.length
  const listing = recorded
    .at(-1)!
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .join('\n')
  return { machine: await machineOf(cluster), options, rush, rounds, edits, statements, listing }
}

/** The worker is paused: mails with tickets follow after the rush. */
async function startWithoutMails({ open }: Pick<Bench, 'open'>, database: string, recordIn?: string): Promise<Portal> {
  const portal = await open(database, recordIn)
  const { pid } = portal.worker
  process.kill(pid, 'SIGSTOP')
  // A suspended process does not notice that this one ends.
  process.once('exit', () => endWaiting(pid))
  return {
    ...portal,
    stop: async () => {
      endWaiting(pid)
      await portal.stop()
    },
  }
}

function endWaiting(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** The server's statements for one registration after the other. */
async function recordOn(setup: Setup, buyers: readonly Buyer[]): Promise<Statement[][]> {
  const { options, cluster, events } = setup
  say(`Recording the statements of ${options.recorded} registrations`)
  const recordIn = path.join(cluster.dataDir, 'recorded-statements')
  mkdirSync(recordIn)
  const portal = await startWithoutMails(setup, 'recorded', recordIn)
  const client = lightClient(portal.url)
  const now = () => performance.timeOrigin + performance.now()
  const spans = []
  for (const buyer of buyers.slice(0, options.recorded)) {
    const from = now()
    const { status } = await persist(client, registration(portal.url, buyer, events.few))
    if (status !== 200) throw new Error(`A registration was answered ${status}`)
    spans.push({ from, to: now() })
  }
  client.close()
  await portal.stop()
  const all = await readStatements(recordIn, 'server')
  return spans.map((span) => unitsOf(within(all, span)).flat())
}

/** All buyers request one of the last places at the same moment. */
async function lastPlaces({ options, cluster, events }: Setup, { url }: Portal, buyers: readonly Buyer[]) {
  say(`${options.buyers} buyers for the last ${options.places} places`)
  const client = lightClient(url)
  const begun = performance.now()
  const answers = await Promise.all(
    buyers.slice(0, options.buyers).map((buyer) => persist(client, registration(url, buyer, events.lastPlaces))),
  )
  const seconds = (performance.now() - begun) / 1000
  client.close()
  const [row] = await cluster.sql<{ taken: number; capacity: number }>(
    'api',
    `select count(*)::int as taken, (select capacity from events where id = $1) as capacity
     from event_entries where event_id = $1 and status in ('held', 'paid')`,
    [events.lastPlaces.id],
  )
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return {
    seconds,
    statuses: Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length])),
    refused: answers.reduce((sum, { refused }) => sum + refused, 0),
    ...row!,
  }
}

async function playRound(
  setup: Setup,
  portal: Portal,
  buyers: readonly Buyer[],
  recorded: readonly (readonly Statement[])[],
  round: number,
): Promise<Round> {
  const { options, cluster, events } = setup
  const { url } = portal
  const { clients, seconds } = options
  const window = { clients, seconds, warmUp: round === 0 ? WARM_UP.first : WARM_UP.later }
  const next = inTurns(buyers)
  const rateOf = async (make: Parameters<typeof flow>[1], wanted: number) => {
    await cluster.sql('postgres', 'checkpoint')
    await cluster.sql('api', 'truncate rate_windows')
    const client = lightClient(url)
    const { rate, statuses } = await flow(client, make, window)
    client.close()
    const others = Object.keys(statuses).filter((status) => Number(status) !== wanted)
    if (others.length > 0) throw new Error(`Answers other than ${wanted}: ${JSON.stringify(statuses)}`)
    return rate
  }
  const healthy = { method: 'GET', url: `${url}/healthz`, headers: {} }
  const late = inTurns(buyers.map((buyer) => registration(url, buyer, events.full)))
  const register = (name: 'few' | 'many') =>
    edited(setup, portal, name, () => rateOf(() => registration(url, next(), events[name]), 200))
  const kinds = {
    health: () => rateOf(() => healthy, 200),
    soldOut: () => edited(setup, portal, 'full', () => rateOf(late, 409)),
    few: () => register('few'),
    many: () => register('many'),
    bare: () => replayOn(cluster, recorded, clients),
  }
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const rates: Partial<Record<keyof Round, number>> = {}
  for (const name of round % 2 ? names.toReversed() : names) rates[name] = await kinds[name]()
  return rates as Round
}

/** On a copy of the database from before the recording; copying makes a checkpoint. */
async function replayOn(cluster: Cluster, recorded: readonly (readonly Statement[])[], clients: number) {
  await cluster.copy('start', 'bare')
  const { rate } = await replay(cluster.urlOf('bare'), recorded, clients)
  const [row] = await cluster.sql<{ count: number }>(
    'bare',
    `select count(*)::int as count from event_entries where created_at > now() - interval '1 hour' and status = 'paid'`,
  )
  if (row!.count !== recorded.length) throw new Error(`${recorded.length} were replayed and ${row!.count} are there`)
  await cluster.drop('bare')
  return rate
}

/** Checks the counters of every event against its tickets and holds. */
async function checkCounted(cluster: Cluster): Promise<void> {
  const wrong = await cluster.sql(
    'api',
    `select id, sold, held from events
     where sold <> (select count(*) from event_entries where event_id = events.id and status = 'paid')
       or held <> (select count(*) from event_entries where event_id = events.id and status = 'held')`,
  )
  if (wrong.length > 0) throw new Error(`Wrong count of sold or held places: ${JSON.stringify(wrong)}`)
}
