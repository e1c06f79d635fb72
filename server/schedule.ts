import type { Context } from './context.ts'
import { conversationSchedule } from './domains/conversations/index.ts'
import { familyJobs } from './domains/members/index.ts'
import { membershipJobs, membershipSchedule } from './domains/memberships/index.ts'
import { familyNotifications, notificationJobs, notificationSchedule } from './domains/notifications/index.ts'
import { orderJobs, orderSchedule } from './domains/orders/index.ts'
import { forgetOldWindows } from './http/limits/rate-windows.ts'
import type { Handler, RecurringJob } from './jobs/queue.ts'
import type { Work } from './jobs/tasks.ts'
import { messagesOf } from './messages.ts'

/** Every job that is asked for; one line a domain. */
const jobs = (context: Context): Handler[] => [
  ...familyJobs({ ...context, familyNotifications: familyNotifications(context) }),
  ...orderJobs(context),
  ...membershipJobs(context),
  ...notificationJobs(context, messagesOf(context)),
]

/** Every job that comes back by the clock. Times are UTC. */
const recurringJobs = (context: Context): RecurringJob[] => [
  ...notificationSchedule(context),
  ...orderSchedule(context),
  ...membershipSchedule(context),
  ...conversationSchedule(context),
  { name: 'http.forget-old-windows', cron: '17 * * * *', run: () => forgetOldWindows(context.db) },
]

/** All that a worker does. */
export const workOf = (context: Context): Work => ({
  handlers: jobs(context),
  recurring: recurringJobs(context),
  log: context.log,
  observe: context.metrics.observeJob,
})
