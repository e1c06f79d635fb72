import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction, type Db, type Tx } from './db.ts'
import { encryptedColumns, requireKnownColumns, SecretsProblem, type EncryptedColumn } from './encrypted-columns.ts'
import type { Secrets } from './secrets.ts'
import { sql } from './sql.ts'

export interface Rotation {
  readonly table: string
  readonly column: string
  /** Values under another key, or in an older format, at the start. */
  readonly waiting: number
  readonly rewritten: number
  /** Ids of rows that no configured key can read; they are left alone. */
  readonly unreadable: readonly string[]
}

export interface RotationOptions {
  /** Rows of one transaction. */
  readonly batch?: number
  /** Called after each transaction and at the end of each column. */
  readonly onProgress?: (progress: Rotation) => void
}

/** Passes in a row that find only locked rows before it gives up. */
const PATIENCE = 50

/**
 * Encrypts everything again with the current key. Safe while servers run: it takes batches of rows that are not locked, and changes a
 * value only if it is still the one it read. After an interruption, running it again continues.
 */
export async function rotateSecrets(db: Db, secrets: Secrets, options: RotationOptions = {}): Promise<Rotation[]> {
  await requireKnownColumns(db)
  const rotations: Rotation[] = []
  for (const column of encryptedColumns) rotations.push(await rotateColumn(db, secrets, column, options))
  return rotations
}

async function rotateColumn(
  db: Db,
  secrets: Secrets,
  encrypted: EncryptedColumn,
  { batch = 500, onProgress = () => {} }: RotationOptions,
): Promise<Rotation> {
  const { table, column } = encrypted
  const waiting = await countWaiting(db, secrets, encrypted)
  const unreadable = new Set<string>()
  let rewritten = 0
  const progress = () => ({ table, column, waiting, rewritten, unreadable: [...unreadable] })

  for (let idle = 0; ; idle++) {
    const before = rewritten
    for (let after: string | null = null; ;) {
      const done: Batch = await inTransaction(db, (tx) => rotateBatch(tx, secrets, encrypted, after, batch))
      rewritten += done.rewritten
      for (const id of done.unreadable) unreadable.add(id)
      if (done.last === null) break
      after = done.last
      onProgress(progress())
    }
    if ((await countWaiting(db, secrets, encrypted)) <= unreadable.size) break
    // The remaining rows were locked.
    if (rewritten > before) idle = 0
    if (idle === PATIENCE) throw new SecretsProblem(`Rows of ${table} are in use all the time: run the command again`)
    await wait(200)
  }
  onProgress(progress())
  return progress()
}

async function countWaiting(db: Db, { presentForm }: Secrets, { table, column }: EncryptedColumn): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${sql.identifier(table)}
    where ${sql.identifier(column)} <> '' and not starts_with(${sql.identifier(column)}, ${presentForm})`)
  return rows[0]!.count
}

interface Batch {
  readonly rewritten: number
  readonly unreadable: readonly string[]
  /** The last id of the batch; null when it was empty. */
  readonly last: string | null
}

async function rotateBatch(
  tx: Tx,
  secrets: Secrets,
  { table, column, purpose }: EncryptedColumn,
  after: string | null,
  limit: number,
): Promise<Batch> {
  const [from, text] = [sql.identifier(table), sql.identifier(column)]
  const { rows } = await tx.execute<{ id: string; text: string }>(sql`
    select id, ${text} as text from ${from}
    where ${text} <> '' and not starts_with(${text}, ${secrets.presentForm}) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit} for update skip locked`)
  const unreadable: string[] = []
  const found = rows.flatMap((row) => {
    try {
      return [{ ...row, anew: secrets.encrypt(purpose, secrets.decrypt(purpose, row.text)) }]
    } catch {
      unreadable.push(row.id)
      return []
    }
  })
  if (found.length) {
    await tx.execute(sql`
      update ${from} as t set ${text} = v.anew
      from unnest(${sql.param(found.map(({ id }) => id))}::uuid[], ${sql.param(found.map((row) => row.text))}::text[],
        ${sql.param(found.map(({ anew }) => anew))}::text[]) as v(id, old, anew)
      where t.id = v.id and t.${text} = v.old`)
  }
  return { rewritten: found.length, unreadable, last: rows.at(-1)?.id ?? null }
}
