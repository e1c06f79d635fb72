import type { Parsed } from '#contract/endpoint.ts'
import type { bulk, BulkPeople } from '#contract/people/bulk.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { type Chosen, delayForPeople, selectChosen, summaryOf } from './bulk-people.ts'
import { confirmLeavingJob, requireNotTooLate } from './leave-club.ts'

type Which = Parsed<typeof bulk.previewLeave>

/** How many of the chosen people would leave, and why not the others. */
export const previewLeaveMany = async (db: Db, caller: OfficeCaller, which: Which): Promise<BulkPeople> =>
  summaryOf(await selectLeaving(db, caller, which))

/** The chosen people leave a minute from now, each by the rules of one who leaves, and are mailed a confirmation. */
export async function leaveMany(
  tx: Tx,
  caller: OfficeCaller,
  { leaveReason: reason, text, ...which }: Parsed<typeof bulk.leave>,
): Promise<BulkPeople> {
  const leaving = { day: which.leftOn, reason, text }
  const chosen = await selectLeaving(tx, caller, which)
  return delayForPeople(tx, caller, chosen, { kind: 'leave', payload: { leaving }, job: confirmLeavingJob })
}

async function selectLeaving(db: Reader, caller: OfficeCaller, { leftOn, ...which }: Which): Promise<Chosen[]> {
  const today = copenhagenDate(await portalNow(db))
  requireNotTooLate(leftOn, today)
  return selectChosen(
    db,
    caller,
    which,
    'leave',
    sql`
      when people.left_on is not null then 'left'
      when people.since > ${leftOn}::date then 'joined_later'
      when exists (
        select from memberships join membership_terms terms on terms.membership_id = memberships.id
        where memberships.org_id = people.org_id and memberships.member_id = people.member_id and terms.status = 'active'
          and terms.start_date > ${today}::date and terms.start_date > ${leftOn}::date) then 'season_later'`,
  )
}
