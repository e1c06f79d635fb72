import { hash } from 'node:crypto'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Reader, Tx } from './db.ts'
import { type AnyColumn, getTableColumns, type NodePgDatabase, PgDialect, type PgTable, sql, type SQL } from './sql.ts'

// PostgreSQL parses and plans a statement that has a name once on a connection, instead of at every run: a third of its work for
// a purchase. What checkout, settlement, events and search ask has one, by Drizzle's `.prepare(name)` or by `executePrepared`. A
// plan that a migration made useless is refused by the server; see `isStalePlan`.

/**
 * A statement of the query builder that is also built only once for each connection. Its values are `sql.placeholder`s. For what an
 * order asks several times.
 */
export function prepared<Q extends object>(
  name: string,
  build: (db: Reader) => { prepare(name: string): Q },
): (db: Reader) => Q {
  const built = new WeakMap<object, Q>()
  return (db) => {
    const { $client } = db as Reader & { $client: object }
    const known = built.get($client)
    if (known) return known
    const statement = build(db).prepare(name)
    built.set($client, statement)
    return statement
  }
}

/** The name of a statement of the query builder with a list in it: of more than one its text differs, and it goes unnamed. */
export const whenOne = (name: string, ...lists: readonly (readonly unknown[])[]): string =>
  lists.every((list) => list.length === 1) ? name : ''

const variantOf = (name: string, text: string): string => name && `${name} ${hash('md5', text, 'base64url')}`

interface Built {
  readonly queryConfig: { name: string; readonly text: string }
  readonly rawQueryConfig: { name: string }
}

/**
 * Prepares a statement of the query builder whose text differs from call to call, as by columns that are left out: there are few
 * variants, and each has a name of its own. None when `name` is empty.
 */
export function preparedByText<Q extends object>(name: string, query: { prepare(name: string): Q }): Q {
  const statement = query.prepare('')
  // Drizzle asks for the name before it has built the text. To build the text twice was a tenth of a server's work for an order.
  const { queryConfig, rawQueryConfig } = statement as unknown as Built
  queryConfig.name = rawQueryConfig.name = variantOf(name, queryConfig.text)
  return statement
}

interface Executable<R> {
  execute(values?: Record<string, unknown>): Promise<R>
}

/**
 * An insert whose text, when it is of one row, is built once for each connection and choice of columns: Drizzle takes half a
 * millisecond for a table as wide as `orders`. Several rows are inserted without being prepared.
 */
export function preparedInsert<T extends PgTable, R>(
  name: string,
  table: T,
  build: (tx: Tx, rows: T['$inferInsert'][]) => { prepare(name: string): Executable<R> },
): (tx: Tx, rows: readonly T['$inferInsert'][]) => Promise<R> {
  const columns = getTableColumns(table)
  const built = new WeakMap<object, Map<string, Executable<R>>>()
  return (tx, rows) => {
    if (rows.length !== 1)
      return build(tx, [...rows])
        .prepare('')
        .execute()
    const row = Object.fromEntries(Object.entries(rows[0]!).filter(([, value]) => value !== undefined))
    const { $client } = tx as Tx & { $client: object }
    const statements = built.get($client) ?? new Map<string, Executable<R>>()
    built.set($client, statements)
    const shape = Object.keys(row).join()
    let statement = statements.get(shape)
    if (!statement) {
      const placeholders = Object.keys(row).map((key) => [key, placeholderOf(key, columns[key]!)])
      statement = preparedByText(name, build(tx, [Object.fromEntries(placeholders) as T['$inferInsert']]))
      statements.set(shape, statement)
    }
    return statement.execute(row)
  }
}

/** Drizzle hands null to the column, too, where it fills in a placeholder: a date has none, and JSON's null is a value. */
const placeholderOf = (key: string, column: AnyColumn): SQL =>
  sql`${sql.param(sql.placeholder(key), {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  })}`

const dialect = new PgDialect()

/**
 * Runs SQL like `execute`, prepared. Parts of it may differ from call to call as long as there are few variants of its text, each
 * of which has a name of its own.
 */
export async function executePrepared<Row extends object>(
  db: Reader,
  name: string,
  query: SQL,
): Promise<QueryResult<Row & QueryResultRow>> {
  const built = dialect.sqlToQuery(query)
  const { session } = (db as unknown as NodePgDatabase)._
  return (await session.prepareQuery(built, undefined, variantOf(name, built.sql), false).execute()) as QueryResult<
    Row & QueryResultRow
  >
}

/**
 * Whether an id is one of these. Of a list the database does not know the length, and plans anew at every run in case that it is long;
 * a single id, which most lists are, is planned once.
 */
export const isOneOf = (id: SQL, ids: readonly string[]): SQL =>
  ids.length === 1 ? sql`${id} = ${ids[0]}::uuid` : sql`${id} = any(${sql.param([...ids])}::uuid[])`
