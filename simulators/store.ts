import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** A SQLite file. Statements are prepared once; rows have the type that the caller states. */
export interface Store {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  run(sql: string, ...values: SQLInputValue[]): { changes: number; id: number }
  /** Runs work in a transaction. It must not await. */
  together<Result>(work: () => Result): Result
  close(): void
}

/** Opens `{dataDir}/simulators/{name}.sqlite`. Committed data survives a killed process. */
export function openStore(dataDir: string, name: string, schema: string): Store {
  const folder = join(dataDir, 'simulators')
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, `${name}.sqlite`))
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;')
  database.exec(schema)
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  return {
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    one: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values)
      return { changes: Number(changes), id: Number(lastInsertRowid) }
    },
    together: (work) => {
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => database.close(),
  }
}
