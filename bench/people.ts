// npm run bench -- people: the register of a club with 20,000 people, by view, filter and order; tags on everybody, exports, and a person's
// timeline; then an import of 10,000 people, and its taking back, while others buy a membership.
import { setTimeout as wait } from 'node:timers/promises'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { type Import, imports } from '#contract/people/imports.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/db.ts'
import { exportedLists } from '#server/domains/exports/lists.ts'
import { writeFile } from '#server/domains/exports/write-file.ts'
import { listClubMembers, type WhichMembers } from '#server/domains/memberships/club-members/list-club-members.ts'
import { listTimeline } from '#server/domains/people/timeline.ts'
import { listTags, tagPeople } from '#server/domains/people/register.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { takeTurns } from './checkout/drive.ts'
import { fillClub } from './office/fill.ts'
import { fillOrders } from './office/fill-orders.ts'
import { buy, type Buyer } from './support/buyer.ts'
import { call, line, onDatabase, openBench, percentile, readOptions, say, timed } from './support/head.ts'
import { readWorld } from './support/world.ts'

const options = readOptions({ people: 20_000, rounds: 40, imported: 10_000 })
/** Of one page in milliseconds, and of an export of 5,000 people in seconds. */
const [LIMIT, TIMELINE_LIMIT, EXPORT_LIMIT] = [250, 100, 3]
/** Seconds until 10,000 rows are checked; until they have run, and until they are taken back. */
const [CHECK_LIMIT, RUN_LIMIT] = [20, 60]
const database = 'people'
const importing = 'importing'
const { cluster, outside, fill, open, run } = await openBench([importing])
await run(async () => {
  await cluster.create(database)
  say(`Filling a club with ${options.people} people`)
  const { orgId } = await fillClub(cluster, database, options.people)
  // A tenth without a membership, one in twenty left, tags and no birth date for some.
  await cluster.sql(
    database,
    `insert into club_people (org_id, member_id, number, since, source, managed)
     select $1, id, 10000000 + row_number() over (order by id), date '2025-01-01' + (row_number() over (order by id) % 600)::int, 'added', true
     from members where not exists (select from club_people here where here.org_id = $1 and member_id = members.id)
     order by id limit $2::int / 10`,
    [orgId, options.people],
  )
  await cluster.sql(
    database,
    `update club_people set left_on = case when number % 20 = 0 then date '2026-06-30' end,
       tags = case number % 4 when 0 then '{Kajak}' when 1 then '{Kajak,Bestyrelse}' else '{}' end::text[] where org_id = $1`,
    [orgId],
  )
  await cluster.sql(database, 'vacuum (analyze) club_people')
  await onDatabase(cluster, database, (db, pids) => measure(db, pids, orgId))
  await measureImport()
})

async function measure(db: Db, pids: readonly number[], orgId: string) {
  const [admin] = await cluster.sql<{ id: string }>(database, 'select id from members order by id limit 1')
  const caller = {
    actor: { actorId: admin!.id, via: { language: 'da' }, roles: [{ org: 'BENCHA', role: 'ADMIN' }], grants: [] },
    organisation: { id: orgId, key: 'BENCHA' },
  } as unknown as OfficeCaller
  line(`a page of 50; p95 at most ${LIMIT} ms`, 'p50 / p95 ms, of how many')
  for (const [what, which] of lists()) {
    let total = 0
    const read = async () => ({ total } = await listClubMembers(db, caller, which))
    const { times } = await timed(options.rounds, read, { pids })
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
    line(what, `${p50.toFixed(0)} / ${p95.toFixed(0)}, ${total}${p95 > LIMIT ? ' OVER' : ''}`)
  }
  const tags = await timed(options.rounds, () => listTags(db, caller), { pids })
  line(
    'the tags of everybody',
    `${percentile(tags.times, 0.5).toFixed(0)} / ${percentile(tags.times, 0.95).toFixed(0)}`,
  )

  for (const columns of [undefined, ['number', 'age', 'status', 'tags'] as const]) {
    const begun = performance.now()
    const query = columns ? { columns } : {}
    const { rows } = await exportedLists.members.read(db, orgId, query, { limit: 5000 }, 'da')
    await writeFile('xlsx', 'bench', exportedLists.members.columns('da', query), rows)
    const seconds = (performance.now() - begun) / 1000
    const what = `${rows.length} people to xlsx, ${columns ? columns.length : 'all'} columns; at most ${EXPORT_LIMIT} s`
    line(what, `${seconds.toFixed(1)} s${seconds > EXPORT_LIMIT ? ' OVER' : ''}`)
  }
  await measureTimeline(db, pids, caller)
  const begun = performance.now()
  const { changed } = await inTransaction(db, (tx) => tagPeople(tx, caller, { add: ['Nyhedsbrev'], remove: [] }))
  line(`a tag on ${changed} people`, `${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Of somebody with orders in a club with five for each person, and a mail about each. */
async function measureTimeline(db: Db, pids: readonly number[], caller: OfficeCaller) {
  await fillOrders(cluster, database, options.people * 5)
  await cluster.sql(
    database,
    `insert into messages (id, once_key, member_id, channel, template, data, status, created_at)
     select portal_new_id(), 'bench ' || id, buyer_id, 'mail', 'receipt', jsonb_build_object('orderId', id), 'sent', created_at from orders`,
  )
  await cluster.sql(database, 'vacuum (analyze) messages')
  const [buyer] = await cluster.sql<{ id: string }>(
    database,
    'select buyer_id as id from orders where org_id = $1 group by 1 order by count(*) desc limit 1',
    [caller.organisation.id],
  )
  const { times, last } = await timed(options.rounds, () => listTimeline(db, caller, { memberId: buyer!.id }), { pids })
  const p95 = percentile(times, 0.95)
  const what = `a person's timeline; p95 at most ${TIMELINE_LIMIT} ms`
  const figure = `${percentile(times, 0.5).toFixed(0)} / ${p95.toFixed(0)}, ${last.entries.length}`
  line(what, `${figure}${p95 > TIMELINE_LIMIT ? ' OVER' : ''}`)
}

/** A list of people is checked, run and taken back, while two at a time buy a membership of the club. */
async function measureImport() {
  await fill(importing, 1)
  const { people, offers } = await readWorld(cluster, importing)
  const [chair, ...others] = people
  const [office] = await outside.signIn([{ ...chair!, roles: ['org:B0000|role:ADMIN'] }])
  const take = takeTurns(await outside.signIn(others), offers, 1)
  const portal = await open(importing)
  const { orgId, configurationId } = offers[0]!
  const rows = Array.from({ length: options.imported }, (_, n) => {
    const day = new Date(Date.UTC(1950, 0, 1 + ((n * 7) % 20_000))).toISOString().slice(0, 10)
    return `Person Nr${n};${day};p${n}@import.example;Havnevej ${n};${1000 + (n % 8000)};${20_000_000 + n}`
  })
  const list = `Navn;Født;E-mail;Adresse;Postnr.;Telefon\n${rows.join('\n')}\n`
  const bought: number[] = []
  const over = new AbortController()
  const buying = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      const { from, to } = await buy(portal, ...take())
      bought.push(to - from)
    }
  })

  let one = await upload(portal.url, office!, orgId, list)
  const which = () => ({ orgId, importId: one.id })
  const ask = (endpoint: Endpoint, body: object) =>
    call<Import>(portal.url, endpoint, office!, which(), { version: one.version, ...body })
  const until = async (what: string, limit: number, endpoint: Endpoint, state: Import['state']) => {
    say(what)
    bought.length = 0
    const begun = performance.now()
    one = await ask(endpoint, {})
    for (; one.state !== state; await wait(200)) one = await call<Import>(portal.url, imports.show, office!, which())
    const seconds = (performance.now() - begun) / 1000
    const beside = `${bought.length} bought beside it, p50 / p95 ${percentile(bought, 0.5).toFixed(0)} / ${percentile(bought, 0.95).toFixed(0)} ms`
    line(
      `${options.imported} rows ${what}; at most ${limit} s`,
      `${seconds.toFixed(1)} s${seconds > limit ? ' OVER' : ''}; ${beside}`,
    )
  }
  const season = { dateOrder: 'ymd', membership: 'season', seasonId: configurationId, seasons: [], tags: ['Kajak'] }
  one = await ask(imports.saveChoices, { choices: season })
  await until('checked', CHECK_LIMIT, imports.check, 'checked')
  await until('imported', RUN_LIMIT, imports.run, 'done')
  const { added, memberships } = one.counts
  await until('taken back', RUN_LIMIT, imports.undo, 'undone')
  over.abort()
  await Promise.all(buying)
  await portal.stop()
  const { undone } = one.counts
  if ([added, memberships, undone].some((count) => count !== options.imported))
    throw new Error(`Of ${options.imported} rows ${added} were added, ${memberships} got a season, ${undone} went back`)
}

async function upload(url: string, { token, ip }: Buyer, orgId: string, list: string): Promise<Import> {
  const answer = await fetch(`${url}${pathOf(imports.upload.path, 'izy', { orgId })}?fileName=list.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': ip, 'content-type': 'application/octet-stream' },
    body: list,
  })
  if (!answer.ok) throw new Error(`The list was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Import
}

/** The views, and other ways to look for people. */
function lists(): readonly (readonly [string, WhichMembers])[] {
  return [
    ['everybody', {}],
    ['by number', { sort: 'number' }],
    ['the youngest first', { sort: 'age' }],
    ['active', { filter: { field: 'status', op: 'any_of', values: ['active', 'grace'] } }],
    ['lapsed', { filter: { field: 'status', op: 'any_of', values: ['expired', 'cancelled'] } }],
    ['without a birth date', { filter: { field: 'born', op: 'empty' } }],
    [
      'children without a guardian',
      {
        filter: {
          all: [
            { field: 'age', op: 'below', value: 18 },
            { field: 'guardian', op: 'any_of', values: ['none'] },
          ],
        },
      },
    ],
    ['left', { filter: { field: 'left', op: 'any_of', values: ['left'] } }],
    ['with a tag', { filter: { field: 'tags', op: 'any_of', values: ['Bestyrelse'] } }],
    ['two letters', { search: 'an' }],
    ['as of a day in March', { day: '2026-03-01' }],
  ]
}
