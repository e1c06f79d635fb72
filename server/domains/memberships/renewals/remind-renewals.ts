import { addDays, copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Db, inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { broadcast } from '#server/domains/notifications/index.ts'
import { formatDay } from '#server/documents/format.ts'
import { isQuietDay } from '#server/jobs/daily.ts'
import * as m from '#words/messages.js'
import { readNextSeasons } from '../next-season.ts'
import { type Candidate, type Ending, selectCandidates, selectEndings } from './reminder-queries.ts'

/** A reminder is sent once on each of these days before the end of a membership. */
const REMINDERS = [30, 7] as const

/** The last reminder is sent this many days before the grace period ends; on the last day where none follows. */
const GRACE = 7

/** Somebody with a trial is reminded so many days before its end, and at the beginning of the grace period. */
const TRIAL = 7

type Due = 'trial' | 'trial-grace' | 30 | 7 | 0 | 'grace'

/** The reminder of a membership that is due. */
export function reminderDue(
  { daysLeft, graceLeft }: Pick<Ending, 'daysLeft' | 'graceLeft'>,
  today: string,
): Due | null {
  if (daysLeft < 0) return graceLeft < GRACE ? 'grace' : null
  if (isLastChance(today, graceLeft)) return 0
  return REMINDERS.findLast((days) => daysLeft <= days) ?? null
}

/** When a trial is due for a reminder. */
export const trialReminderDue = ({ daysLeft }: Pick<Ending, 'daysLeft'>): Due | null =>
  daysLeft < 0 ? (daysLeft >= -TRIAL ? 'trial-grace' : null) : daysLeft <= TRIAL ? 'trial' : null

/** Whether no reminder can be sent on any later day until the end, or until that of the days of grace. */
const isLastChance = (today: string, daysLeft: number) =>
  Array.from({ length: daysLeft }, (_, at) => addDays(today, at + 1)).every(isQuietDay)

/** Receivers whose next season is looked up at a time. */
const PART = 1000

/**
 * Reminds members, or their guardians, whose membership ends soon and who can renew now: what they themselves renew with must be on
 * sale. Each reminder is sent once, however often this runs, and none on a day on which the club has already written about a renewal.
 * @returns how many were sent
 */
export async function remindRenewals(db: Db): Promise<number> {
  const today = copenhagenDate(await portalNow(db))
  let reminded = 0
  for (const ending of await selectEndings(db, REMINDERS[0])) {
    for (const joins of [false, true]) {
      const due = joins ? trialReminderDue(ending) : reminderDue(ending, today)
      if (due !== null) reminded += await remind(db, ending, due, joins)
    }
  }
  return reminded
}

async function remind(db: Db, ending: Ending, due: Due, joins: boolean): Promise<number> {
  const { orgId, club, endDate, graceUntil } = ending
  const onceKey = `membership-renew:${orgId}:${endDate}:${due}`
  const able = await whoCanRenew(db, await selectCandidates(db, ending, { onceKey, joins }))
  if (able.length === 0) return 0
  return inTransaction(db, (tx) =>
    broadcast(tx, {
      receivers: sql`
        select receiver_id as member_id, array_agg(person_id) as people
        from unnest(${sql.param(able.map(({ receiverId }) => receiverId))}::uuid[], ${sql.param(able.map(({ memberId }) => memberId))}::uuid[])
          as reminded (receiver_id, person_id) group by receiver_id`,
      type: 'MEMBERSHIP_RENEW',
      texts: (locale) =>
        wordsOf(due)({ club, day: formatDay(endDate, locale), grace: formatDay(graceUntil, locale) }, { locale }),
      data: { orgId, endDate, ...(joins && { joins }) },
      onceKey,
      mail: { template: 'membership-renew', data: { orgId, endDate, joins } },
    }),
  )
}

/** Those whose next season is on sale. */
async function whoCanRenew(db: Db, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const can: Candidate[] = []
  for (let at = 0; at < candidates.length; at += PART) {
    const part = candidates.slice(at, at + PART)
    const next = await readNextSeasons(
      db,
      part.map(({ membershipId }) => membershipId),
    )
    can.push(...part.filter(({ membershipId }) => next.get(membershipId)?.sale === 'on_sale'))
  }
  return can
}

type Say<Inputs> = (inputs: Inputs, options: { locale: 'da' | 'en' }) => string
interface Facts {
  readonly club: string
  readonly day: string
  readonly grace: string
}

function wordsOf(due: Due) {
  const texts: Record<'before' | 'grace' | 'trial' | 'trial-grace', [Say<Facts>, Say<Facts>]> = {
    before: [m.notification_membership_renew_title, m.notification_membership_renew_message],
    grace: [m.notification_membership_grace_title, m.notification_membership_grace_message],
    trial: [m.notification_trial_ends_title, m.notification_trial_ends_message],
    'trial-grace': [m.notification_trial_ended_title, m.notification_trial_ended_message],
  }
  const [title, message] = texts[typeof due === 'number' ? 'before' : due]
  return (facts: Facts, options: { locale: 'da' | 'en' }) => ({
    title: title(facts, options),
    message: message(facts, options),
  })
}
