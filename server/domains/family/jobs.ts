import * as z from 'zod/mini'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { mayMailStranger } from '#server/http/limits/rate.ts'
import { enqueue, handle, job, type Handler } from '#server/jobs/queue.ts'
import type { FamilyLetters } from './family-letters.ts'
import { selectOptionalInvitation } from './queries.ts'

const tellInvitedJob = job('family.tell-invited', z.object({ invitationId: z.uuid() }))

export const enqueueTellInvited = (tx: Tx, invitationId: string): Promise<void> =>
  enqueue(tx, tellInvitedJob, { invitationId }, { key: `family-invited:${invitationId}` })

export interface FamilyJobServices {
  readonly db: Db
  readonly letters: FamilyLetters
}

export const familyJobs = ({ db, letters }: FamilyJobServices): Handler[] => [
  handle(tellInvitedJob, async ({ invitationId }) => {
    const told = await selectOptionalInvitation(db, invitationId)
    if (told?.invitation.status !== 'pending') return
    const { inviteeId, inviteeEmail } = told.invitation
    if (inviteeId === null && !(await mayMailStranger(db, inviteeEmail))) return
    await inTransaction(db, (tx) => letters.invited(tx, told))
  }),
]
