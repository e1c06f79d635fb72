import type { Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'

interface EventCounts {
  events: number
  eventsForMembers: number
  eventsForGuests: number
}

/** Enabled, public events that are not over, by organisation. Guest events count only if they are for members too. */
export async function countEvents(db: Reader, orgIds: readonly string[]): Promise<Map<string, EventCounts>> {
  const { rows } = await db.execute<{ org_id: string; events: number; for_members: number; for_guests: number }>(sql`
    select org_id,
      count(*)::int as events,
      (count(*) filter (where for_members))::int as for_members,
      (count(*) filter (where for_members and guests_invited))::int as for_guests
    from events
    where org_id = any(${sql.param([...orgIds])}::uuid[]) and enabled
      and ends_at > (select portal_now()) and public_from <= (select portal_now())
    group by org_id`)
  return new Map(
    rows.map((row) => [
      row.org_id,
      { events: row.events, eventsForMembers: row.for_members, eventsForGuests: row.for_guests },
    ]),
  )
}

export async function countOpenEvents(
  db: Reader,
  orgIds: readonly string[],
): Promise<Map<string, Pick<EventCounts, 'events'>>> {
  const { rows } = await db.execute<{ org_id: string; events: number }>(sql`
    select org_id, count(*)::int as events
    from events
    where org_id = any(${sql.param([...orgIds])}::uuid[]) and enabled and not (for_members and not guests_invited)
      and ends_at > (select portal_now()) and public_from <= (select portal_now())
    group by org_id`)
  return new Map(rows.map(({ org_id: orgId, events }) => [orgId, { events }]))
}
