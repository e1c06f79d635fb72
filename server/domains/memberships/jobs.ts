import { forgetCardHandler } from '#server/domains/payments/index.ts'
import { byDay, byOrdinaryDay, onceADay } from '#server/jobs/daily.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { forgetDrafts } from './drafts/draft-queries.ts'
import { remindMissingSeasons } from './office/missing-seasons.ts'
import { announceExpiringCards, announceRenewals } from './renewals/announce-renewals.ts'
import { chargeDue, chargeHandler, type ChargeServices, abandonSpentCharges } from './renewals/charge-renewal.ts'
import { endLapsedRenewals } from './renewals/end-renewals.ts'
import { remindRenewals } from './renewals/remind-renewals.ts'
import { deleteUnusedCards, renewPaidHandler } from './renewals/saved-cards.ts'
import { recordDay } from './terms/record-day.ts'

export const membershipJobs = (services: ChargeServices) => [
  chargeHandler(services),
  renewPaidHandler(services),
  forgetCardHandler(services),
]

export const membershipSchedule = (services: ChargeServices): RecurringJob[] => {
  const { db, log } = services
  return [
    {
      // Shortly after midnight in Copenhagen, or later if that was missed.
      name: 'memberships.record-statuses',
      cron: '11 * * * *',
      run: async () => {
        await onceADay(db, 'memberships.record-statuses', async (today, last) => {
          const changed = await recordDay(db, today, last)
          if (changed > 0) log.info({ changed }, 'Membership statuses updated')
        })
      },
    },
    {
      // After the cards were charged: nobody gets the mail of a failed card and a reminder on one morning.
      name: 'memberships.remind-renewals',
      cron: '47 * * * *',
      run: () =>
        byOrdinaryDay(db, async () => {
          await onceADay(db, 'memberships.remind-renewals', async () => {
            const notified = await remindRenewals(db)
            if (notified > 0) log.info({ notified }, 'Renewal reminders sent')
          })
        }),
    },
    {
      name: 'memberships.remind-missing-seasons',
      cron: '13 * * * *',
      run: () =>
        byDay(db, async () => {
          await onceADay(db, 'memberships.remind-missing-seasons', async (today) => {
            const mailed = await remindMissingSeasons(db, today)
            if (mailed > 0) log.info({ mailed }, 'Offices notified of a missing season')
          })
        }),
    },
    {
      name: 'memberships.delete-drafts',
      cron: '47 * * * *',
      run: async () => {
        const deleted = await forgetDrafts(db)
        if (deleted > 0) log.info({ deleted }, 'Abandoned step-by-step purchases deleted')
      },
    },
    {
      name: 'renewals.announce',
      cron: '3 * * * *',
      run: () =>
        byDay(db, async () => {
          await onceADay(db, 'renewals.announce', async (today) => {
            const announced = await announceRenewals(db, today)
            if (announced > 0) log.info({ announced }, 'Renewals announced')
            const notified = await announceExpiringCards(db, today)
            if (notified > 0) log.info({ notified }, 'Payers notified of expiring cards')
          })
        }),
    },
    {
      name: 'renewals.end-lapsed',
      cron: '31 * * * *',
      run: () =>
        byOrdinaryDay(db, async () => {
          await onceADay(db, 'renewals.end-lapsed', async (today) => {
            const ended = await endLapsedRenewals(db, today)
            if (ended > 0) log.info({ ended }, 'Automatic renewals ended with their memberships')
          })
        }),
    },
    {
      name: 'renewals.charge-due',
      cron: '23 * * * *',
      run: () =>
        byDay(db, async (today) => {
          const due = await chargeDue(db, today)
          if (due > 0) log.info({ due }, 'Renewals charged')
          await abandonSpentCharges(services, today)
        }),
    },
    {
      name: 'renewals.delete-unused-cards',
      cron: '37 * * * *',
      run: async () => {
        const deleted = await deleteUnusedCards(db)
        if (deleted > 0) log.info({ deleted }, 'Unused saved cards deleted')
      },
    },
  ]
}
