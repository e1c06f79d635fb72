import * as z from 'zod/mini'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { mayMailStranger } from '#server/http/limits/rate.ts'
import { enqueue, handle, type Handler, job } from '#server/jobs/queue.ts'
import { type InvitationOfTwo, selectOptionalInvitation } from './invitation-queries.ts'

const tellInvitedJob = job('family.tell-invited', z.object({ invitationId: z.uuid() }))

export const enqueueTellInvited = (tx: Tx, invitationId: string): Promise<void> =>
  enqueue(tx, tellInvitedJob, { invitationId }, { key: `family-invited:${invitationId}` })

interface FamilyJobServices {
  readonly db: Db
  readonly familyNotifications: FamilyNotifications
}

export const familyJobs = ({ db, familyNotifications }: FamilyJobServices): Handler[] => [
  handle(tellInvitedJob, async ({ invitationId }) => {
    const told = await selectOptionalInvitation(db, invitationId)
    if (told?.invitation.status !== 'pending') return
    const { inviteeId, inviteeEmail } = told.invitation
    if (inviteeId === null && !(await mayMailStranger(db, inviteeEmail))) return
    await inTransaction(db, (tx) => familyNotifications.invited(tx, told))
  }),
]

/** What two people hear of what is between them, asked for where it happens. */
export interface FamilyNotifications {
  /** Whoever is invited, in every way they want; who has no account, by mail. */
  invited(tx: Tx, told: InvitationOfTwo): Promise<void>
  /** Whoever was invited before they had an account, when they sign in for the first time. */
  waited(tx: Tx, told: InvitationOfTwo): Promise<void>
  /** Whoever invited. */
  approved(tx: Tx, told: InvitationOfTwo): Promise<void>
  rejected(tx: Tx, told: InvitationOfTwo): Promise<void>
  /** The other one of two who were linked. @param endedBy who ended it */
  ended(tx: Tx, told: InvitationOfTwo, endedBy: string): Promise<void>
  /** Nobody needs to be reminded any more. */
  settled(tx: Tx, told: InvitationOfTwo): Promise<void>
}
