// npm run bench -- people: the register of a club with 20,000 people, by view, filter and order; tags on everybody, and exports.
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/db.ts'
import { exportedLists } from '#server/domains/exports/lists.ts'
import { writeFile } from '#server/domains/exports/write-file.ts'
import { listClubMembers, type WhichMembers } from '#server/domains/memberships/club-members/list-club-members.ts'
import { listTags, tagPeople } from '#server/domains/people/register.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { fillClub } from './office/fill.ts'
import { line, onDatabase, openBench, percentile, readOptions, say, timed } from './support/head.ts'

const options = readOptions({ people: 20_000, rounds: 40 })
/** Of one page in milliseconds, and of an export of 5,000 people in seconds. */
const [LIMIT, EXPORT_LIMIT] = [250, 3]
const database = 'people'
const { cluster, run } = await openBench([])
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
  const begun = performance.now()
  const { changed } = await inTransaction(db, (tx) => tagPeople(tx, caller, { add: ['Nyhedsbrev'], remove: [] }))
  line(`a tag on ${changed} people`, `${((performance.now() - begun) / 1000).toFixed(1)} s`)
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
