import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'

/** Leaves a local day out of a series from now on. */
export const exceptDay = (tx: Tx, seriesId: string, day: string) =>
  tx.execute(sql`
    update event_series set edits = edits + 1, rule = jsonb_set(rule, '{except}', (rule->'except') || to_jsonb(${day}::text))
    where id = ${seriesId} and not rule->'except' ? ${day} and jsonb_array_length(rule->'except') < 200`)

/** Locks all dates of a series, of which one may be named instead, in the order in which buyers lock events. */
export const lockDates = (tx: Tx, of: { readonly seriesId: string } | { readonly eventId: string }) =>
  tx.execute(sql`
    select id from events
    where series_id = ${'seriesId' in of ? of.seriesId : sql`(select series_id from events where id = ${of.eventId})`}
    order by id for no key update`)
