import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { broadcast } from '#server/domains/notifications/index.ts'
import { formatDay } from '#server/documents/format.ts'
import * as m from '#words/messages.js'
import { type Ending, membersWithEndingTerm, selectRenewable } from './reminder-queries.ts'

/** A reminder is sent once on each of these days before the end of a membership. */
const REMINDERS = [30, 7, 0] as const

/** The last reminder is sent this many days before the grace period ends. */
const GRACE = 7

/** The reminder due with so many days left; after the end, the one of the grace period. */
export const reminderDue = (daysLeft: number): number | 'grace' | null =>
  daysLeft < 0 ? 'grace' : (REMINDERS.findLast((days) => daysLeft <= days) ?? null)

/**
 * Reminds members, or their guardians, whose membership ends soon and can be renewed now; and once more before the
 * grace period ends. Each reminder is sent once, however often this runs.
 * @returns how many were sent
 */
export async function remindRenewals(db: Db): Promise<number> {
  let told = 0
  for (const ending of await selectRenewable(db, REMINDERS[0], GRACE)) {
    const days = reminderDue(ending.daysLeft)
    if (days === null) continue
    for (const joins of [false, true]) told += await inTransaction(db, (tx) => remind(tx, ending, { days, joins }))
  }
  return told
}

const remind = (
  tx: Tx,
  { orgId, club, endDate, graceUntil }: Ending,
  { days, joins }: { days: number | 'grace'; joins: boolean },
): Promise<number> =>
  broadcast(tx, {
    receivers: membersWithEndingTerm(orgId, endDate, { joins }),
    type: 'MEMBERSHIP_RENEW',
    texts: (locale) => {
      const day = formatDay(endDate, locale)
      if (joins)
        return {
          title: m.notification_trial_ends_title({ club }, { locale }),
          message: m.notification_trial_ends_message({ day }, { locale }),
        }
      return days === 'grace'
        ? {
            title: m.notification_membership_grace_title({ club }, { locale }),
            message: m.notification_membership_grace_message({ day, grace: formatDay(graceUntil, locale) }, { locale }),
          }
        : {
            title: m.notification_membership_renew_title({ club }, { locale }),
            message: m.notification_membership_renew_message({ day }, { locale }),
          }
    },
    data: { orgId, endDate, ...(joins && { joins }) },
    onceKey: `membership-renew:${orgId}:${endDate}:${days}${joins ? ':trial' : ''}`,
    mail: { template: 'membership-renew', data: { orgId, endDate } },
  })
