import { inTransaction, type Db } from '#server/database/db.ts'
import { deleteOldDrafts } from './draft-queries.ts'

const HOURS = 24
const CHUNK = 1000

/** Purchases that were begun step by step and left are forgotten after a day, with the address that was posted. */
export async function forgetDrafts(db: Db): Promise<number> {
  for (let forgotten = 0; ;) {
    const chunk = await inTransaction(db, (tx) => deleteOldDrafts(tx, HOURS, CHUNK))
    forgotten += chunk
    if (chunk < CHUNK) return forgotten
  }
}
