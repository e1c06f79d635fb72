import { eq } from 'drizzle-orm'
import type { Tx } from '#server/database/db.ts'
import { notes } from '#server/database/schema/index.ts'

/** Two profiles become one: the notes of one are the other's from now on. */
export const adoptNotes = (tx: Tx, { from, to }: { from: string; to: string }) =>
  tx.update(notes).set({ memberId: to }).where(eq(notes.memberId, from))
