import type { Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { receiptLabel } from '../present.ts'

/** A club's receipt numbers of this year and the last that were skipped after a restore, the newest first. */
export async function selectReceiptGaps(db: Reader, orgId: string) {
  const { rows } = await db.execute<{ year: number; first: number; last: number; backupAt: Date }>(sql`
    select year, first, last, backup_at as "backupAt" from receipt_gaps where org_id = ${orgId}::uuid
      and year >= extract(year from portal_now() at time zone 'Europe/Copenhagen') - 1 order by year desc, first desc limit 20`)
  const label = (year: number, number: number) => receiptLabel({ year, number, testMode: false })
  return rows.map(({ year, first, last, backupAt }) => ({
    first: label(year, first),
    last: label(year, last),
    backupAt: new Date(backupAt).toISOString(),
  }))
}

/**
 * Continues every club's receipts behind the numbers that may have been issued after a backup, which was just restored: by 1,000, or by the next
 * thousand above what the club issued in the week before it. Test series start again.
 * @param takenAt ISO time of the backup
 * @returns how many series skip numbers
 */
export async function skipReceiptNumbers(tx: Tx, takenAt: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with series as (
      select org.id as org_id, years.year, coalesce(counter.last, 0) as used,
        1000 * (1 + (select count(*)::int from receipts where org_id = org.id and not test_mode
          and issued_at > ${takenAt}::timestamptz - interval '7 days') / 1000) as skipped
      from organisations org
      cross join generate_series(extract(year from ${takenAt}::timestamptz at time zone 'Europe/Copenhagen')::int,
        extract(year from portal_now() at time zone 'Europe/Copenhagen')::int) as years (year)
      left join receipt_counters counter on counter.org_id = org.id and counter.year = years.year and not counter.test_mode
      where exists (select 1 from receipt_counters c where c.org_id = org.id and not c.test_mode)
        or exists (select 1 from payment_configurations p where p.org_id = org.id and p.enabled and not p.test_mode)
    ), moved as (
      insert into receipt_counters as counter (org_id, year, test_mode, last) select org_id, year, false, used + skipped from series
      on conflict (org_id, year, test_mode) do update set last = excluded.last
    )
    insert into receipt_gaps (org_id, year, first, last, backup_at)
    select org_id, year, used + 1, used + skipped, ${takenAt}::timestamptz from series`)
  return rowCount ?? 0
}
