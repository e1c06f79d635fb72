import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { members } from '#server/database/schema/index.ts'

type MemberRow = typeof members.$inferSelect

/** One change of a member's participants at a time. @returns who looks after them, as they are now */
export async function lockParent(tx: Tx, id: string): Promise<MemberRow> {
  const [row] = await tx.select().from(members).where(eq(members.id, id)).for('no key update')
  if (!row) throw new Error('A member who calls is gone')
  return row
}

export async function countParticipants(tx: Tx, parentId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(members)
    .where(and(eq(members.parentId, parentId), isNull(members.archivedAt), eq(members.enabled, true)))
  return row!.count
}

export async function insertParticipant(
  tx: Tx,
  values: Omit<typeof members.$inferInsert, 'id'> & { parentId: string },
): Promise<MemberRow> {
  const [row] = await tx
    .insert(members)
    .values({ id: newId(), ...values })
    .returning()
  return row!
}

/** A member's own participant, from whom nothing is bought while this lasts. */
export async function lockParticipant(tx: Tx, parentId: string, id: string): Promise<MemberRow | null> {
  const [row] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, id), eq(members.parentId, parentId), eq(members.enabled, true)))
    .for('update')
  return row ?? null
}

export async function updateArchived(tx: Tx, id: string, archived: boolean): Promise<MemberRow> {
  const [row] = await tx
    .update(members)
    .set({ archivedAt: archived ? sql`portal_now()` : null, updateDate: sql`portal_now()` })
    .where(eq(members.id, id))
    .returning()
  return row!
}
