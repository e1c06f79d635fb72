import { textsIn } from '#contract/local-text.ts'
import type { OfficeToday } from '#contract/office/today.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { events } from '#server/database/schema/index.ts'
import { and, asc, eq, sql } from '#server/database/sql.ts'

const MOST = 50

/** A club's events that are on or begin within seven days, with how many places are sold. */
export async function selectComingWeek(
  db: Reader,
  orgId: string,
  language: Language,
): Promise<NonNullable<OfficeToday['events']>> {
  const rows = await db
    .select({
      id: events.id,
      title: events.titleTexts,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      timeZone: events.timeZone,
      sold: events.sold,
      places: events.capacity,
    })
    .from(events)
    .where(
      and(
        eq(events.orgId, orgId),
        eq(events.enabled, true),
        sql`${events.startsAt} < portal_now() + interval '7 days' and ${events.endsAt} > portal_now()`,
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(MOST)
  return rows.map(({ startsAt, endsAt, title, ...event }) => ({
    ...event,
    ...textsIn({ title }, language),
    startDate: startsAt.toISOString(),
    endDate: endsAt.toISOString(),
  }))
}
