import { expect } from 'vitest'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from './test-app.ts'

const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

/** Resolves when at least this many statements wait for a lock. */
export const lockWaits = ({ database }: Pick<TestApp, 'database'>, count: number) =>
  expect.poll(async () => (await database.sql(waiting)).length).toBeGreaterThanOrEqual(count)

/**
 * Starts `work` while nobody can write to `table`, and lets it write when at least two statements wait. What these have read, they
 * have read before either of them wrote.
 */
export async function readBeforeWriting<T>(app: TestApp, table: string, work: () => Promise<T>): Promise<T> {
  const { result } = await inTransaction(app.database.db, async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in share mode`)
    const outcome = work()
    await lockWaits(app, 2)
    return { result: outcome }
  })
  return result
}
