import type { Db } from '#server/database/db.ts'
import type { sql } from '#server/database/sql.ts'

export type Condition = ReturnType<typeof sql>

/** Selects the row that a mail is about. */
export async function oneRow<Row extends Record<string, unknown>>(db: Db, query: Condition): Promise<Row> {
  const { rows } = await db.execute<Row>(query)
  const [row] = rows
  if (!row) throw new Error('Demo world has no row for this mail')
  return row as Row
}
