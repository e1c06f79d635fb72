import * as z from 'zod/mini'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { mayMailStranger } from '#server/http/limits/rate.ts'
import { enqueue, handle, type Handler, job } from '#server/jobs/queue.ts'
import { type InvitationOfTwo, selectOptionalInvitation } from './invitation-queries.ts'

const invitationNoticeJob = job('family.tell-invited', z.object({ invitationId: z.uuid() }))

export const enqueueInvitationNotice = (tx: Tx, invitationId: string): Promise<void> =>
  enqueue(tx, invitationNoticeJob, { invitationId }, { key: `family-invited:${invitationId}` })

interface FamilyJobServices {
  readonly db: Db
  readonly familyNotifications: FamilyNotifications
}

export const familyJobs = ({ db, familyNotifications }: FamilyJobServices): Handler[] => [
  handle(invitationNoticeJob, async ({ invitationId }) => {
    const request = await selectOptionalInvitation(db, invitationId)
    if (request?.invitation.status !== 'pending') return
    const { inviteeId, inviteeEmail } = request.invitation
    if (inviteeId === null && !(await mayMailStranger(db, inviteeEmail))) return
    await inTransaction(db, (tx) => familyNotifications.invited(tx, request))
  }),
]

/** Notifications between two people about invitations and links. */
export interface FamilyNotifications {
  /** To the invited person in every way they want; by mail if they have no account. */
  invited(tx: Tx, request: InvitationOfTwo): Promise<void>
  /** To a person invited before they had an account, at their first sign-in. */
  waited(tx: Tx, request: InvitationOfTwo): Promise<void>
  /** To the inviter. */
  approved(tx: Tx, request: InvitationOfTwo): Promise<void>
  rejected(tx: Tx, request: InvitationOfTwo): Promise<void>
  unanswered(tx: Tx, request: InvitationOfTwo): Promise<void>
  /** To the other one of two linked people. @param endedBy who ended it */
  ended(tx: Tx, request: InvitationOfTwo, endedBy: string): Promise<void>
  /** Withdraws the reminder. */
  settled(tx: Tx, request: InvitationOfTwo): Promise<void>
}
