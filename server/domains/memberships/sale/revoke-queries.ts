import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/db.ts'

/** What has no paid season on `today` or later is not renewed by itself any more. The memberships are locked already. */
export const endRenewals = (tx: Tx, ids: readonly string[], today: string) =>
  tx.execute(sql`
    update memberships set auto_renewal = false, auto_renew_cycle = null, saved_card_identifier = null, update_date = portal_now()
    where id = any(${sql.param([...ids])}::uuid[]) and auto_renewal and not exists (
      select from membership_terms where membership_id = memberships.id and status = 'active' and end_date >= ${today}
    )`)
