import { hash } from 'node:crypto'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Reader, Tx } from './db.ts'
import { type AnyColumn, getTableColumns, type NodePgDatabase, PgDialect, type PgTable, sql, type SQL } from './sql.ts'

// PostgreSQL parses and plans a named statement once for each connection instead of on every run, which saves a third of its work for a
// purchase. The queries of checkout, settlement, events and search are named, by Drizzle's `.prepare(name)` or by `executePrepared`. A
// plan that a migration invalidated is refused by PostgreSQL; see `isStalePlan`.

/**
 * A statement of the query builder that is built once for each connection. Its values are `sql.placeholder`s.
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

/** The name for a statement with lists, or '' when one has several items: its text differs with the length, so it stays unnamed. */
export const whenOne = (name: string, ...lists: readonly (readonly unknown[])[]): string =>
  lists.every((list) => list.length === 1) ? name : ''

const variantOf = (name: string, text: string): string => name && `${name} ${hash('md5', text, 'base64url')}`

interface Built {
  readonly queryConfig: { name: string; readonly text: string }
  readonly rawQueryConfig: { name: string }
}

/**
 * Prepares a statement of the query builder that has a few variants of its text, each under its own name. Unnamed when `name` is empty.
 */
export function preparedByText<Q extends object>(name: string, query: { prepare(name: string): Q }): Q {
  const statement = query.prepare('')
  // Drizzle wants the name before it builds the text. Building the text twice took a tenth of the server's time for an order.
  const { queryConfig, rawQueryConfig } = statement as unknown as Built
  queryConfig.name = rawQueryConfig.name = variantOf(name, queryConfig.text)
  return statement
}

interface Executable<R> {
  execute(values?: Record<string, unknown>): Promise<R>
}

/**
 * An insert whose text is built once for each connection and set of columns: for a table as wide as `orders` Drizzle takes half a
 * millisecond. Several rows at once are not prepared.
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

/** Keeps null from the column's encoder, which Drizzle does not do for placeholders: dates would throw, and JSON would become `null`. */
const placeholderOf = (key: string, column: AnyColumn): SQL =>
  sql`${sql.param(sql.placeholder(key), {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  })}`

const dialect = new PgDialect()

/**
 * Runs SQL like `execute`, prepared. Its text may have a few variants, each under its own name.
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
 * Whether an id is in a list. PostgreSQL plans a list again on every run, because its length may differ. Most lists have a single id, for
 * which one plan is kept.
 */
export const isOneOf = (id: SQL, ids: readonly string[]): SQL =>
  ids.length === 1 ? sql`${id} = ${ids[0]}::uuid` : sql`${id} = any(${sql.param([...ids])}::uuid[])`
