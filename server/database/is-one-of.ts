import { sql, type SQL } from 'drizzle-orm'

/**
 * Whether an id is one of these. Of a list the database does not know the length, and plans anew at every run in case that it is long;
 * a single id, which most lists are, is planned once.
 */
export const isOneOf = (id: SQL, ids: readonly string[]): SQL =>
  ids.length === 1 ? sql`${id} = ${ids[0]}::uuid` : sql`${id} = any(${sql.param([...ids])}::uuid[])`
