import type { Tx } from '#server/database/db.ts'
import type { FamilyLetters } from './family-letters.ts'
import { transitionInvitations } from './family-state.ts'
import { lockPair, selectBetween, selectOptionalInvitation, updateInvitee } from './queries.ts'

/**
 * Invitations that went to an address before anybody had it become those of whoever signs in with it, verified. Somebody
 * who is linked with the inviter by then needs no other.
 */
export async function adoptInvitations(
  letters: FamilyLetters,
  tx: Tx,
  { id, email }: { id: string; email: string | null },
): Promise<void> {
  if (!email) return
  for (const invitation of await updateInvitee(tx, { id, email })) {
    await lockPair(tx, [invitation.inviterId, id])
    const linked = await selectBetween(tx, [invitation.inviterId, id], 'approved')
    if (linked.length > 0) {
      await transitionInvitations(tx, [invitation.id], 'ended', { reason: 'linked_by_another', subjectId: id })
    } else {
      await letters.waited(tx, (await selectOptionalInvitation(tx, invitation.id))!)
    }
  }
}
