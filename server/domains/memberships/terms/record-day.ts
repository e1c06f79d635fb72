import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { endedWithGraceUntil } from '../grace.ts'
import { recordPassing } from './record-status.ts'

/** Memberships per transaction: short enough for concurrent buyers. */
const PART = 1000

/**
 * Records the statuses that have changed since the last recorded day. Only memberships with a season that begins, ends or
 * leaves its grace period in between are read, a part at a time. @returns how many changed
 */
export async function recordDay(db: Db, today: string, last: string | null): Promise<number> {
  let changed = 0
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const from: string = after
    const part = await inTransaction(db, async (tx) => {
      const ids = await lockMembershipsChanging(tx, { after: from, last, today, limit: PART })
      return { ids, changed: ids.length > 0 ? await recordPassing(tx, ids) : 0 }
    })
    changed += part.changed
    after = part.ids.length < PART ? undefined : part.ids.at(-1)
  }
  return changed
}

/**
 * Locks memberships with a paid season that begins, ends or leaves its grace period between two days, in the order of their
 * ids, after one of them. If no day was recorded yet: all that ever had a season.
 */
async function lockMembershipsChanging(
  tx: Tx,
  { after, last, today, limit }: { after: string; last: string | null; today: string; limit: number },
): Promise<string[]> {
  const since = last ?? '1900-01-01'
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from memberships where id in (
      select membership_id from membership_terms
      where status = 'active' and start_date > ${since}::date and start_date <= ${today}::date and membership_id > ${after}::uuid
      union
      select terms.membership_id
      from organisations join membership_terms terms on terms.org_id = organisations.id and terms.status = 'active'
        and terms.end_date between ${endedWithGraceUntil(sql`${since}::date`)} and ${today}::date - 1
        and (terms.end_date >= ${since}::date or terms.end_date < ${endedWithGraceUntil(sql`${today}::date`)})
      where terms.membership_id > ${after}::uuid
    )
    order by id limit ${limit} for update`)
  return rows.map(({ id }) => id)
}
