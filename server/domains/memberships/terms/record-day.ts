import { inTransaction, type Db } from '#server/database/db.ts'
import { lockTurning } from './day-queries.ts'
import { recordPassing } from './record-status.ts'

/** Memberships of one transaction: short enough for whoever buys meanwhile. */
const PART = 1000

/**
 * Writes down what the passing of days changed, from the last day that was recorded to today: only memberships whose seasons begin,
 * end or leave their days of grace between are looked at, a part at a time. @returns how many changed
 */
export async function recordDay(db: Db, today: string, last: string | null): Promise<number> {
  let changed = 0
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const from: string = after
    const part = await inTransaction(db, async (tx) => {
      const ids = await lockTurning(tx, { after: from, last, today, limit: PART })
      return { ids, changed: ids.length > 0 ? await recordPassing(tx, ids) : 0 }
    })
    changed += part.changed
    after = part.ids.length < PART ? undefined : part.ids.at(-1)
  }
  return changed
}
