import { and, eq, or, sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import { familyInvitations } from '#server/database/schema/index.ts'

export type InvitationRow = typeof familyInvitations.$inferSelect

/** The unanswered invitation from one member to another. */
export async function selectPendingInvitation(
  db: Reader,
  { inviterId, inviteeId }: Pick<InvitationRow, 'inviterId'> & { inviteeId: string },
): Promise<InvitationRow | null> {
  const [row] = await db
    .select()
    .from(familyInvitations)
    .where(
      and(
        eq(familyInvitations.inviterId, inviterId),
        eq(familyInvitations.inviteeId, inviteeId),
        sql`${familyInvitations.status} = 'pending'`,
      ),
    )
  return row ?? null
}

/** Whether a member ever invited somebody, or was invited. */
export async function hasInvitations(db: Reader, memberId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: familyInvitations.id })
    .from(familyInvitations)
    .where(or(eq(familyInvitations.inviterId, memberId), eq(familyInvitations.inviteeId, memberId)))
    .limit(1)
  return row !== undefined
}
