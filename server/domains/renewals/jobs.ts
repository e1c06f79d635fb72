import { copenhagenDate, copenhagenHour, portalNow } from '#server/database/clock.ts'
import { forgetCardHandler } from '#server/domains/payments/index.ts'
import { onceADay } from '#server/jobs/daily.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { announceRenewals } from './announce-renewals.ts'
import { chargeDue, chargeHandler, type ChargeServices } from './charge-renewal.ts'
import { forgetUnusedCards } from './forget-card.ts'
import { giveUpSpent } from './give-up-charge.ts'
import { renewPaidHandler } from './keep-card.ts'

export const renewalJobs = (services: ChargeServices) => [
  chargeHandler(services),
  renewPaidHandler(services),
  forgetCardHandler(services),
]

/** Nobody is told or charged at night. */
const AWAKE = { from: 8, to: 20 }

export const renewalSchedule = (services: ChargeServices): RecurringJob[] => {
  const { db, log } = services
  const byDay = async (work: (today: string) => Promise<void>) => {
    const now = await portalNow(db)
    const hour = copenhagenHour(now)
    if (hour >= AWAKE.from && hour <= AWAKE.to) await work(copenhagenDate(now))
  }
  return [
    {
      name: 'renewals.announce',
      cron: '3 * * * *',
      run: () =>
        byDay(async () => {
          await onceADay(db, 'renewals.announce', async (today) => {
            const announced = await announceRenewals(db, today)
            if (announced > 0) log.info({ announced }, 'Renewals were announced')
          })
        }),
    },
    {
      name: 'renewals.charge-due',
      cron: '23 * * * *',
      run: () =>
        byDay(async (today) => {
          const due = await chargeDue(db, today)
          if (due > 0) log.info({ due }, 'Renewals are charged')
          await giveUpSpent(services, today)
        }),
    },
    {
      name: 'renewals.forget-unused-cards',
      cron: '37 * * * *',
      run: async () => {
        const deleted = await forgetUnusedCards(db)
        if (deleted > 0) log.info({ deleted }, 'Saved cards that renew nothing are deleted')
      },
    },
  ]
}
