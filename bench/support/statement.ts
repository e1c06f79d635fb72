/** One query and its answer. */
export interface Statement {
  /** Milliseconds since 1970, with microseconds. */
  readonly at: number
  readonly connection: number
  readonly text: string
  readonly values: readonly unknown[]
  /** Whether it is prepared: planned once a connection. */
  readonly named: boolean
  /** Sent while the connection's last one was unanswered, so in the same round trip. */
  readonly joins: boolean
}

/** Names the file that a recording process writes. */
export const RECORD_VARIABLE = 'BENCH_RECORD'

/** A text may have several statements. */
export const statementsIn = ({ text }: Statement): number => text.split(';').filter((one) => one.trim() !== '').length

export const begins = ({ text }: Statement): boolean => /^\s*begin\b/i.test(text)
export const ends = ({ text }: Statement): boolean => /^\s*(commit|rollback)\b/i.test(text)

/** Single statements and whole transactions, ordered by their start. */
export function unitsOf(statements: readonly Statement[]): Statement[][] {
  const open = new Map<number, Statement[]>()
  const units: Statement[][] = []
  for (const statement of statements) {
    const unit = open.get(statement.connection)
    if (unit) unit.push(statement)
    else {
      const fresh = [statement]
      units.push(fresh)
      if (begins(statement)) open.set(statement.connection, fresh)
    }
    if (ends(statement)) open.delete(statement.connection)
  }
  return units
}
