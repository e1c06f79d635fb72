import type { Db } from './db.ts'
import type { Secrets } from './secrets.ts'
import { sql } from './sql.ts'

/** A column encrypted with SECRETS_KEY, in a table with an `id`. Its name ends with `_encrypted`. */
export interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** Binds a ciphertext to its column. */
  readonly purpose: string
}

/** All encrypted columns. One that is missing here would become unreadable after a key rotation. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'payment_configurations', column: 'key_encrypted', purpose: 'payment_configurations.key' },
  { table: 'orders', column: 'token_encrypted', purpose: 'orders.token' },
  { table: 'event_answers', column: 'value_encrypted', purpose: 'event_answers.value' },
  { table: 'ticket_keys', column: 'private_key_encrypted', purpose: 'ticket_keys.private_key' },
]

/** The configured keys cannot read this database. The message says what to do. */
export class SecretsProblem extends Error {
  override readonly name = 'SecretsProblem'
}

/** Throws when the database has other encrypted columns than the list above. */
export async function requireKnownColumns(db: Db): Promise<void> {
  const { rows } = await db.execute<{ table_name: string; column_name: string }>(sql`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and column_name like '%\_encrypted' order by 1, 2`)
  const known = encryptedColumns.map(({ table, column }) => `${table}.${column}`)
  const found = rows.map((row) => `${row.table_name}.${row.column_name}`)
  const strange = found.filter((name) => !known.includes(name))
  if (strange.length)
    throw new SecretsProblem(`This version does not know how ${strange.join(', ')} is encrypted: use the newer version`)
  if (known.some((name) => !found.includes(name)))
    throw new SecretsProblem('This database lacks tables of this version: start the portal on it once')
}

/**
 * Throws when the keys cannot read the oldest and the newest value of every column. Empty values are skipped: operators empty them when a
 * key was lost. So are tables that an older database does not have.
 */
export async function requireReadableSecrets(db: Db, secrets: Secrets): Promise<void> {
  for (const { table, column, purpose } of encryptedColumns) {
    const [from, text] = [sql.identifier(table), sql.identifier(column)]
    const known = await db.execute<{ name: string | null }>(sql`select to_regclass(${table})::text as name`)
    if (known.rows[0]?.name === null) continue
    const { rows } = await db.execute<{ text: string }>(sql`
      (select ${text} as text from ${from} where ${text} <> '' order by id limit 1) union all
      (select ${text} from ${from} where ${text} <> '' order by id desc limit 1)`)
    for (const row of rows) {
      try {
        secrets.decrypt(purpose, row.text)
      } catch (cause) {
        throw new SecretsProblem(
          `SECRETS_KEY cannot read ${table}.${column} in this database: set the key it was encrypted with, as SECRETS_KEY ` +
            'or among SECRETS_KEY_PREVIOUS',
          { cause },
        )
      }
    }
  }
}
