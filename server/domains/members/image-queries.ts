import { eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { memberImages, members } from '#server/database/schema/index.ts'

type ImageRow = typeof memberImages.$inferSelect

export async function selectOptionalImage(db: Reader, memberId: string): Promise<ImageRow | null> {
  const [row] = await db.select().from(memberImages).where(eq(memberImages.memberId, memberId))
  return row ?? null
}

/** One change of a member's image at a time: the row of the member is locked first. @param path where it is, with its version */
export async function writeImage(
  tx: Tx,
  { memberId, path, ...image }: Pick<ImageRow, 'memberId' | 'contentType' | 'bytes'> & { path: string },
): Promise<void> {
  await updatePath(tx, memberId, path)
  await tx
    .insert(memberImages)
    .values({ memberId, ...image })
    .onConflictDoUpdate({ target: memberImages.memberId, set: { ...image, createdAt: sql`portal_now()` } })
}

export async function deleteImage(tx: Tx, memberId: string): Promise<void> {
  await updatePath(tx, memberId, null)
  await tx.delete(memberImages).where(eq(memberImages.memberId, memberId))
}

const updatePath = (tx: Tx, memberId: string, path: string | null) =>
  tx
    .update(members)
    .set({ profileImage: path, updateDate: sql`portal_now()` })
    .where(eq(members.id, memberId))
