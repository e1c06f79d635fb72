import { type Db, inTransaction } from '#server/database/db.ts'
import { broadcast } from '#server/domains/notifications/index.ts'
import { formatDay } from '#server/documents/format.ts'
import * as m from '#words/messages.js'
import { membersWithEndingTerm, selectRenewable } from './reminder-queries.ts'

/** Days before the end of a membership on which its holder is reminded; each of them once. */
const REMINDERS = [30, 7, 0] as const

/** In so many last days of grace the last reminder is due. */
const GRACE = 7

/** The reminder that is due when so many days are left; after the end, that of the days of grace. */
export const reminderDue = (daysLeft: number): number | 'grace' | null =>
  daysLeft < 0 ? 'grace' : (REMINDERS.findLast((days) => daysLeft <= days) ?? null)

/**
 * Tells whoever's membership ends soon, and can be renewed now, to renew it: the member, or who looks after them; and once more before
 * their days of grace are over. Whoever was told stays told, so that it may run as often as it likes.
 * @returns how many were told
 */
export async function remindRenewals(db: Db): Promise<number> {
  let told = 0
  for (const ending of await selectRenewable(db, REMINDERS[0], GRACE)) {
    const days = reminderDue(ending.daysLeft)
    if (days === null) continue
    const { orgId, club, endDate, graceUntil } = ending
    told += await inTransaction(db, (tx) =>
      broadcast(tx, {
        receivers: membersWithEndingTerm(orgId, endDate),
        type: 'MEMBERSHIP_RENEW',
        texts: (locale) => {
          const day = formatDay(endDate, locale)
          return days === 'grace'
            ? {
                title: m.notification_membership_grace_title({ club }, { locale }),
                message: m.notification_membership_grace_message(
                  { day, grace: formatDay(graceUntil, locale) },
                  { locale },
                ),
              }
            : {
                title: m.notification_membership_renew_title({ club }, { locale }),
                message: m.notification_membership_renew_message({ day }, { locale }),
              }
        },
        data: { orgId, endDate },
        onceKey: `membership-renew:${orgId}:${endDate}:${days}`,
        mail: { template: 'membership-renew', data: { orgId, endDate } },
      }),
    )
  }
  return told
}
