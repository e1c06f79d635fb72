// npm run bench -- events: a page of the list among 100,000 events, by filter, alone and combined, with the hardest cases
// for each search method. --check exits with 1 when one exceeds its limit.
import { parseArgs } from 'node:util'
import type { Input } from '#contract/endpoint.ts'
import { events } from '#contract/events/events.ts'
import { closeDb, openDb, poolOf, type Db } from '#server/database/db.ts'
import { countEvents } from '#server/domains/events/index.ts'
import { listEvents, listKinds } from '#server/domains/events/listing/list-events.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { startCluster, type Cluster } from './support/cluster.ts'
import { cpuOf } from './support/meter.ts'
import { interrupted } from './support/processes.ts'
import { fillEvents, type Looking } from './events/fill.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    check: { type: 'boolean', default: false },
  },
})
const count = Number(values.events)
const rounds = Number(values.rounds)

/** Page sizes of the app's longest list and of the calendar. */
const pages = [24, 100]
/** Milliseconds, p95: 10 for a list, and for a calendar the limit of any member's read. */
const limitOf = (page: number) => (page > 24 ? 20 : 10)

const database = 'events'
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`)
const line = (what: string, figure: string) => console.log(`${what.padEnd(64)} ${figure}`)

const cluster = await startCluster()
let late: string[] = []
try {
  late = (await Promise.race([measure(cluster), interrupted])) ?? []
} finally {
  await cluster.stop()
}
if (late.length > 0) console.log(`Longer than the limit: ${late.join('; ')}`)
process.exit(values.check && late.length > 0 ? 1 : 0)

type Query = Input<typeof events.list>

/** A filter and its label. */
function asked({ others }: Looking, middle: string): [string, Query][] {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return [
    ['all', {}],
    ['the page after the middle one', { after: middle }],
    ['one club', { orgId: others[3]! }],
    ['the busiest club', { orgId: others[0]! }],
    ['my clubs', { mine: 'true' }],
    ["others' clubs", { mine: 'false' }],
    ['a frequent kind', { kind: 'Tur' }],
    ['a rare kind', { kind: 'Debat' }],
    ['a kind that is none', { kind: 'Ingen' }],
    ['a kind in a club', { kind: 'Kamp', orgId: others[5]! }],
    ['from a day in a year', { from: day(365) }],
    ['a week in half a year', { from: day(180), until: day(187) }],
    ['what fits the family', { fits: 'true' }],
    ['what fits, in my clubs', { fits: 'true', mine: 'true' }],
    ['what fits, a kind, a month', { fits: 'true', kind: 'Fest', from: day(60), until: day(90) }],
    ['search: frequent (tur)', { search: 'tur' }],
    ['search: one in 15 (debat)', { search: 'debat' }],
    ['search: one in 200 (wexø)', { search: 'wexø' }],
    ['search: one in 10,000 (zeppelin)', { search: 'zeppelin' }],
    ['search: absent (quinoa)', { search: 'quinoa' }],
    ['search: two letters, frequent (år)', { search: 'år' }],
    ['search: two letters, rare (xø)', { search: 'xø' }],
    ['search: one letter, absent (ñ)', { search: 'ñ' }],
    ['search: percent sign', { search: '%' }],
    ['search in my clubs, frequent', { search: 'tur', mine: 'true' }],
    ['search in my clubs, absent', { search: 'zeppelin', mine: 'true' }],
    ["search in others' clubs, one in 200, what fits", { search: 'wexø', mine: 'false', fits: 'true' }],
    ['search with a kind and days', { search: 'aften', kind: 'Koncert', from: day(100), until: day(200) }],
    ['search, the page after the middle one', { search: 'tur', after: middle }],
  ]
}

async function measure(on: Cluster): Promise<string[]> {
  await on.create(database)
  say(`Filling a database with ${count} events`)
  const looking = await fillEvents(on, database, count)
  const db = openDb(on.urlOf(database), { name: 'bench', size: 2, kept: 2 })
  const pids = await Promise.all(
    [1, 2].map(
      async () =>
        (await poolOf(db).query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.1)')).rows[0]!.pid,
    ),
  )
  const [middle] = await on.sql<{ id: string }>(
    database,
    `select id from events where enabled and public_from < now() order by starts_at offset $1 limit 1`,
    [Math.floor(count * 0.55)],
  )
  const actor = {
    via: { device: '', language: 'da', ip: '' },
    identity: null as never,
    memberId: looking.memberId,
    actorId: looking.memberId,
    acting: null,
    grants: [],
    roles: [],
  } satisfies MemberActor

  line('', `p50 / p95 ms, processor of PostgreSQL ms, events; pages of ${pages.join(', then of ')}`)
  const slow: string[] = []
  const printMeasured = (name: string, all: readonly Measured[]) => {
    line(
      name,
      all
        .map((one) => figures(one).padEnd(28))
        .join('')
        .trimEnd(),
    )
    for (const [index, one] of all.entries())
      if (at(one, 0.95) > limitOf(pages[index]!))
        slow.push(`${name}, ${one.found} of them: ${at(one, 0.95).toFixed(1)}`)
  }
  for (const [name, query] of asked(looking, middle!.id)) {
    const all: Measured[] = []
    for (const limit of pages)
      all.push(await measureOne(pids, () => listed(db, actor, { ...query, limit: String(limit) })))
    printMeasured(name, all)
  }
  const clubs = (await on.sql<{ id: string }>(database, 'select id from organisations')).map(({ id }) => id)
  line(
    'counts of all clubs, for their list',
    figures(await measureOne(pids, async () => (await countEvents(db, clubs)).size)),
  )
  printMeasured('kinds', [await measureOne(pids, async () => (await listKinds(db, actor, {})).length)])
  await closeDb(db)
  return slow
}

/** The filter as the API passes it. */
async function listed(db: Db, actor: MemberActor, query: Query): Promise<number> {
  return (await listEvents(db, actor, events.list.query.parse(query))).length
}

interface Measured {
  readonly found: number
  readonly times: readonly number[]
  readonly cpu: number
}

/** One after the other; the first few are warm-up, until statements are planned. */
async function measureOne(pids: readonly number[], ask: () => Promise<number>): Promise<Measured> {
  for (let warm = 0; warm < 12; warm++) await ask()
  const busy = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const before = busy()
  const times: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    found = await ask()
    times.push(performance.now() - begun)
  }
  return { found, times, cpu: (busy() - before) / rounds }
}

function at({ times }: Measured, part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

function figures(one: Measured): string {
  return `${at(one, 0.5).toFixed(1)} / ${at(one, 0.95).toFixed(1)}, ${one.cpu.toFixed(1)}, ${one.found}`
}
