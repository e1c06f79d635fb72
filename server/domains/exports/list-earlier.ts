import { EARLIER_EXPORTS, type EarlierExport } from '#contract/exports.ts'
import type { Db } from '#server/database/db.ts'
import { exports, members } from '#server/database/schema/index.ts'
import { and, desc, eq, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { isKept, mayFetch, ofClub, present, shown } from './export-list.ts'
import type { ListName } from './lists.ts'

/** The newest exports of a list, or of one event's registrations, that are still kept and that the caller may fetch, with who made them. */
export async function listEarlierExports(
  db: Db,
  caller: OfficeCaller,
  list: ListName,
  { eventId }: { readonly eventId?: string | undefined } = {},
): Promise<EarlierExport[]> {
  const rows = await db
    .select({
      row: shown,
      by: { id: members.id, firstName: members.firstName, lastName: members.lastName },
      bytes: sql<number | null>`octet_length(${exports.bytes})`,
    })
    .from(exports)
    .innerJoin(members, eq(members.id, exports.createdBy))
    .where(
      and(
        eq(exports.orgId, caller.organisation.id),
        eq(exports.list, list),
        eventId === undefined ? undefined : sql`${exports.query} ->> 'eventId' = ${eventId}`,
        isKept,
      ),
    )
    .orderBy(desc(exports.createdAt), desc(exports.id))
  return rows
    .filter(({ row }) => mayFetch(caller, row))
    .slice(0, EARLIER_EXPORTS)
    .map(({ row, by, bytes }) => ({ ...present(ofClub(row)), by, bytes, which: whichOf(row.query) }))
}

/** The query as it was parsed, without its order. */
function whichOf({ search, filter, day, ids, thing, from, until }: Record<string, unknown>): EarlierExport['which'] {
  const known = {
    search,
    filter: filter && JSON.stringify(filter),
    day,
    chosen: Array.isArray(ids) ? ids.length : undefined,
    thing,
    from,
    until,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value))
}
