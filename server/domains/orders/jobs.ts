import { byOrdinaryDay } from '#server/jobs/daily.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { expireOrders } from './cancel-order.ts'
import { remindOfInvoices } from './invoices/remind.ts'
import { reconcilePayments } from './settlement/reconcile-payments.ts'
import { refundHandler } from './settlement/refund-payment.ts'
import { refundLaterHandler } from './settlement/refund-lines.ts'
import { settleHandlers } from './settlement/settle-soon.ts'
import type { SettleServices } from './settlement/settlement.ts'

export const orderJobs = (services: SettleServices) => [
  ...settleHandlers(services),
  refundHandler(services),
  refundLaterHandler(services),
]

export const orderSchedule = (services: SettleServices): RecurringJob[] => [
  {
    name: 'orders.expire',
    cron: '* * * * *',
    run: async () => {
      const ended = await expireOrders(services)
      if (ended > 0) services.log.info({ ended }, 'Unpaid orders expired')
    },
  },
  {
    name: 'orders.remind-of-invoices',
    cron: '5 * * * *',
    run: () =>
      byOrdinaryDay(services.db, async () => {
        const reminded = await remindOfInvoices(services.db)
        if (reminded > 0) services.log.info({ reminded }, 'Invoices reminded of')
      }),
  },
  {
    name: 'orders.reconcile',
    cron: '* * * * *',
    run: async () => {
      const unfinished = await reconcilePayments(services.db)
      if (unfinished > 0) services.log.warn({ unfinished }, 'Unfinished payments requeued')
    },
  },
]
