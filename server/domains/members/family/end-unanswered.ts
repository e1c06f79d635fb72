import { addDays, copenhagenDate, copenhagenToday } from '#server/database/clock.ts'
import { type Db, inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { byDay } from '#server/jobs/daily.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { type InvitationRow, lockPair, selectOptionalInvitation } from './invitation-queries.ts'
import { transitionInvitations } from './invitation-state.ts'
import type { FamilyNotifications } from './jobs.ts'

/** Days in which an invitation can be answered. */
const ANSWER_DAYS = 30

/** The last day to answer an invitation, in Copenhagen. */
export const answerBy = ({ createdAt }: Pick<InvitationRow, 'createdAt'>): string =>
  addDays(copenhagenDate(createdAt), ANSWER_DAYS)

/** Whether it ended because that day passed, and not by the inviter. */
export const isUnanswered = ({ status, answeredAt, endedAt, createdAt }: InvitationRow): boolean =>
  status === 'ended' && answeredAt === null && endedAt !== null && copenhagenDate(endedAt) > answerBy({ createdAt })

interface Services {
  readonly db: Db
  readonly familyNotifications: FamilyNotifications
}

export const familySchedule = (services: Services): RecurringJob[] => [
  {
    name: 'family.end-unanswered',
    cron: '7 * * * *',
    run: () =>
      byDay(services.db, async () => {
        await endUnanswered(services)
      }),
  },
]

/** Ends invitations whose day to answer has passed, and notifies who sent them. @returns how many */
export async function endUnanswered({ db, familyNotifications }: Services): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from family_invitations
    where status = 'pending' and created_at < portal_now() - make_interval(days => ${ANSWER_DAYS}::int)
      and (created_at at time zone 'Europe/Copenhagen')::date + ${ANSWER_DAYS}::int < ${copenhagenToday}
    order by id limit 500`)
  let ended = 0
  for (const { id } of rows)
    await inTransaction(db, async (tx) => {
      const request = await selectOptionalInvitation(tx, id)
      if (!request) return
      const { inviterId, inviteeId, inviteeEmail } = request.invitation
      await lockPair(tx, [inviterId, inviteeId ?? inviteeEmail])
      if (!(await transitionInvitations(tx, [id], 'ended', { reason: 'unanswered' })).length) return
      await familyNotifications.settled(tx, request)
      await familyNotifications.unanswered(tx, request)
      ended++
    })
  return ended
}
