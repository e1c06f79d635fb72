import type { Db } from '#server/database/db.ts'
import type { sql } from '#server/database/sql.ts'

export type Condition = ReturnType<typeof sql>

/** What a mail is to be about. */
export async function oneRow<Row extends Record<string, unknown>>(db: Db, query: Condition): Promise<Row> {
  const { rows } = await db.execute<Row>(query)
  const [row] = rows
  if (!row) throw new Error('The demo world lacks what a mail is to be about')
  return row as Row
}
