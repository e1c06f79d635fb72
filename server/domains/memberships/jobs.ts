import { copenhagenHour, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import type { Logger } from '#server/http/log.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { forgetDrafts } from './drafts/forget-drafts.ts'
import { onceADay } from '#server/jobs/daily.ts'
import { recordDay } from './terms/record-day.ts'
import { remindRenewals } from './seasons/remind-renewals.ts'

/** Nobody is woken by a reminder: they go out by day. */
export const membershipSchedule = ({ db, log }: { db: Db; log: Logger }): RecurringJob[] => [
  {
    // In the first quarter of the day in Copenhagen, and later where that was missed.
    name: 'memberships.record-statuses',
    cron: '11 * * * *',
    run: async () => {
      await onceADay(db, 'memberships.record-statuses', async (today, last) => {
        const changed = await recordDay(db, today, last)
        if (changed > 0) log.info({ changed }, 'Memberships changed their status')
      })
    },
  },
  {
    name: 'memberships.remind-renewals',
    cron: '7 * * * *',
    run: async () => {
      const hour = copenhagenHour(await portalNow(db))
      if (hour < 8 || hour > 20) return
      const told = await remindRenewals(db)
      if (told > 0) log.info({ told }, 'Members were reminded to renew')
    },
  },
  {
    name: 'memberships.forget-drafts',
    cron: '47 * * * *',
    run: async () => {
      const forgotten = await forgetDrafts(db)
      if (forgotten > 0) log.info({ forgotten }, 'Purchases that were begun step by step and left are forgotten')
    },
  },
]
