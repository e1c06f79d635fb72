import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { InvitationRow } from './invitation-queries.ts'

type InvitationStatus = InvitationRow['status']

/** Answered once; asking again creates a new invitation. */
export const invitationTransitions: Transitions<InvitationStatus> = {
  pending: ['approved', 'rejected', 'ended'],
  approved: ['ended'],
  rejected: [],
  ended: [],
}

/** @returns the ids of the invitations that changed */
export const transitionInvitations = (
  tx: Tx,
  ids: readonly string[],
  to: InvitationStatus,
  cause: Cause,
): Promise<string[]> =>
  changeStatus(tx, {
    table: 'family_invitations',
    ids,
    from: sourcesOf(invitationTransitions, to),
    to,
    set: moment[to],
    cause,
  })

const answered = sql`answered_at = portal_now()`
const moment: Record<InvitationStatus, SQL> = {
  pending: sql`answered_at = null`,
  approved: answered,
  rejected: answered,
  ended: sql`ended_at = portal_now()`,
}
