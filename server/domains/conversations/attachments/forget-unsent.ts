import { inTransaction, type Db } from '#server/database/db.ts'
import { deleteOldUnsent } from './attachment-queries.ts'

const HOURS = 24
const CHUNK = 100

/** Files that were uploaded and not sent within a day are forgotten. @returns how many */
export async function forgetUnsent(db: Db): Promise<number> {
  for (let forgotten = 0; ;) {
    const chunk = await inTransaction(db, (tx) => deleteOldUnsent(tx, HOURS, CHUNK))
    forgotten += chunk
    if (chunk < CHUNK) return forgotten
  }
}
