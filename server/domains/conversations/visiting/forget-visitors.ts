import { inTransaction, type Db } from '#server/database/db.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'
import { selectTold } from '../telling/admin-queries.ts'
import { updateForgotten } from './forget-queries.ts'

const MONTHS = 12
const CHUNK = 100

/**
 * A year after the last word of a thread that waits for nobody, the portal knows its visitor's name and address no more: their
 * link opens nothing, and no answer reaches them. What was asked and answered stays the club's. @returns how many
 */
export async function forgetVisitors(db: Db): Promise<number> {
  for (let forgotten = 0; ;) {
    const chunk = await inTransaction(db, async (tx) => {
      const threads = await updateForgotten(tx, MONTHS, CHUNK)
      for (const [orgId, those] of Map.groupBy(threads, (one) => one.orgId)) {
        const ids = those.map(({ threadId }) => threadId)
        await threadNotifications.forgetThreadNotifications(tx, await selectTold(tx, orgId), ids)
      }
      return threads.length
    })
    forgotten += chunk
    if (chunk < CHUNK) return forgotten
  }
}
