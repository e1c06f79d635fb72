import * as z from 'zod/mini'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { Problem } from '#server/http/problem.ts'
import { countUse } from '#server/http/limits/rate.ts'
import { enqueue, handle, job, type Handler } from '#server/jobs/queue.ts'
import type { FamilyLetters } from './family-letters.ts'
import { selectOptionalInvitation, type InvitationOfTwo } from './queries.ts'

const tellInvitedJob = job('family.tell-invited', z.object({ invitationId: z.uuid() }))

export const enqueueTellInvited = (tx: Tx, invitationId: string): Promise<void> =>
  enqueue(tx, tellInvitedJob, { invitationId }, { key: `family-invited:${invitationId}` })

/** Mails to one address without an account, whoever invites it: the portal floods nobody. */
const TO_STRANGERS = { calls: 5, seconds: 86_400 }

export interface FamilyJobServices {
  readonly db: Db
  readonly letters: FamilyLetters
}

export const familyJobs = ({ db, letters }: FamilyJobServices): Handler[] => [
  handle(tellInvitedJob, async ({ invitationId }) => {
    const told = await selectOptionalInvitation(db, invitationId)
    if (told?.invitation.status !== 'pending' || !(await isFree(db, told.invitation))) return
    await inTransaction(db, (tx) => letters.invited(tx, told))
  }),
]

async function isFree(db: Db, { inviteeId, inviteeEmail }: InvitationOfTwo['invitation']): Promise<boolean> {
  if (inviteeId !== null) return true
  try {
    await countUse(db, 'invitations of a stranger', inviteeEmail, TO_STRANGERS)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
