import type { Tx } from './db.ts'
import { sql } from './sql.ts'

/** Waits until no other transaction has locked the same key, and locks it until this one ends. @param key such as `exports <id>` */
export const lockKey = (tx: Tx, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
