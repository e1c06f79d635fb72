import { expect } from 'vitest'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from './test-app.ts'

const blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

/** Resolves when at least this many statements wait for a lock. */
export const lockWaits = ({ database }: Pick<TestApp, 'database'>, count: number) =>
  expect.poll(async () => (await database.sql(blocked)).length).toBeGreaterThanOrEqual(count)

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

/**
 * Starts `first` while nobody can write to a table, then `second`, and lets both end.
 * @param waiting 1: the second ends before the first
 */
export async function startInTurn<A, B>(
  app: TestApp,
  table: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
  waiting: 1 | 2 = 2,
): Promise<[A, B]> {
  const both = await inTransaction(app.database.db, async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in share mode`)
    const one = first()
    await lockWaits(app, 1)
    const other = second()
    if (waiting === 2) await lockWaits(app, 2)
    else await other
    return { all: Promise.all([one, other]) }
  })
  return both.all
}

/** Like `startInTurn`. @returns who ended first, and how */
export async function inTurn(
  app: TestApp,
  table: string,
  first: () => Promise<string>,
  second: () => Promise<string>,
  waiting: 1 | 2,
): Promise<string[]> {
  const ended: string[] = []
  const noted = (name: string, work: () => Promise<string>) => async () => ended.push(`${name} ${await work()}`)
  await startInTurn(app, table, noted('first', first), noted('second', second), waiting)
  return ended
}
