import type { Context } from './context.ts'
import { membershipSchedule } from './domains/memberships/index.ts'
import { notificationSchedule } from './domains/notifications/index.ts'
import { orderSchedule } from './domains/orders/index.ts'
import { forgetOldWindows } from './http/rate.ts'
import type { RecurringJob } from './jobs/queue.ts'

/** Every job that comes back by the clock. Times are UTC. */
export const recurringJobs = (context: Context): RecurringJob[] => [
  ...notificationSchedule(context),
  ...orderSchedule(context),
  ...membershipSchedule(context),
  { name: 'http.forget-old-windows', cron: '17 * * * *', run: () => forgetOldWindows(context.db) },
]
