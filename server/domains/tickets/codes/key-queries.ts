import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { ticketKeys } from '#server/database/schema/index.ts'

type TicketKeyRow = typeof ticketKeys.$inferSelect

/** Every key that ever signed, the newest first. */
export const selectKeys = (db: Reader): Promise<TicketKeyRow[]> =>
  db.select().from(ticketKeys).orderBy(desc(ticketKeys.id))

/** The key that signs; null: there is none, or it was lost with the SECRETS_KEY that it stood under. */
export async function selectOptionalSigningKey(db: Reader): Promise<TicketKeyRow | null> {
  const [row] = await db
    .select()
    .from(ticketKeys)
    .where(and(isNull(ticketKeys.retiredAt), sql`${ticketKeys.privateKeyEncrypted} <> ''`))
  return row ?? null
}

/** The keys that were lost sign no more, so that another can. */
export const retireLostKeys = (tx: Tx) =>
  tx
    .update(ticketKeys)
    .set({ retiredAt: tx.now })
    .where(and(isNull(ticketKeys.retiredAt), eq(ticketKeys.privateKeyEncrypted, '')))

/** Writes a key that signs from now on, unless somebody else was first: then theirs is the key. */
export const insertSigningKey = (tx: Tx, key: Pick<TicketKeyRow, 'kid' | 'publicKey' | 'privateKeyEncrypted'>) =>
  tx
    .insert(ticketKeys)
    .values({ id: newId(), ...key })
    .onConflictDoNothing()
