import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'

/** Leaves a local day out of a series from now on. */
export const exceptDay = (tx: Tx, seriesId: string, day: string) =>
  tx.execute(sql`
    update event_series set edits = edits + 1, rule = jsonb_set(rule, '{except}', (rule->'except') || to_jsonb(${day}::text))
    where id = ${seriesId} and not rule->'except' ? ${day} and jsonb_array_length(rule->'except') < 200`)
