// npm run bench -- events: a page of the list among 100,000 events, by filter, alone and combined, with the hardest cases
// for each search method. --check exits with 1 when one exceeds its limit.
import type { Input } from '#contract/endpoint.ts'
import { events } from '#contract/events/events.ts'
import type { Db } from '#server/database/db.ts'
import { countEvents } from '#server/domains/events/index.ts'
import { listEvents, listKinds } from '#server/domains/events/listing/list-events.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { line, onDatabase, openBench, percentile, readOptions, say, timed, type Timed } from './support/head.ts'
import { fillEvents, type Looking } from './events/fill.ts'

const { events: count, rounds, check } = readOptions({ events: 100_000, rounds: 60, check: false })

/** Page sizes of the app's longest list and of the calendar. */
const pages = [24, 100]
/** Milliseconds, p95: 10 for a list, and for a calendar the limit of any member's read. */
const limitOf = (page: number) => (page > 24 ? 20 : 10)
const database = 'events'
const { cluster, run } = await openBench([])
await run(fillAndMeasure, check)

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

async function fillAndMeasure(): Promise<string[]> {
  await cluster.create(database)
  say(`Filling a database with ${count} events`)
  const looking = await fillEvents(cluster, database, count)
  return onDatabase(cluster, database, (db, pids) => measure(db, pids, looking), 2)
}

async function measure(db: Db, pids: readonly number[], looking: Looking): Promise<string[]> {
  const [middle] = await cluster.sql<{ id: string }>(
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
  const printMeasured = (name: string, all: readonly Timed<number>[]) => {
    line(
      name,
      all
        .map((one) => figures(one).padEnd(28))
        .join('')
        .trimEnd(),
    )
    for (const [index, one] of all.entries())
      if (percentile(one.times, 0.95) > limitOf(pages[index]!))
        slow.push(`Longer than the limit: ${name}, ${one.last} of them: ${percentile(one.times, 0.95).toFixed(1)}`)
  }
  const measureOne = (ask: () => Promise<number>) => timed(rounds, ask, { pids, warmUp: 12 })
  for (const [name, query] of asked(looking, middle!.id)) {
    const all: Timed<number>[] = []
    for (const limit of pages) all.push(await measureOne(() => listed(db, actor, { ...query, limit: String(limit) })))
    printMeasured(name, all)
  }
  const clubs = (await cluster.sql<{ id: string }>(database, 'select id from organisations')).map(({ id }) => id)
  line(
    'counts of all clubs, for their list',
    figures(await measureOne(async () => (await countEvents(db, clubs)).size)),
  )
  printMeasured('kinds', [await measureOne(async () => (await listKinds(db, actor, {})).length)])
  return slow
}

/** The filter as the API passes it. */
async function listed(db: Db, actor: MemberActor, query: Query): Promise<number> {
  return (await listEvents(db, actor, events.list.query.parse(query))).length
}

function figures({ times, cpu, last }: Timed<number>): string {
  return `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}, ${cpu.toFixed(1)}, ${last}`
}
