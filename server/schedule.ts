import type { Context } from './context.ts'
import { conversationJobs, conversationSchedule } from './domains/conversations/index.ts'
import {
  answersSchedule,
  cancelRunHandler,
  cancelRunSchedule,
  moveHandler,
  notifyMovedHandler,
  offerPlacesHandler,
  waitingSchedule,
} from './domains/events/index.ts'
import { exportJobs, exportSchedule } from './domains/exports/index.ts'
import { familyJobs, familySchedule } from './domains/members/index.ts'
import { membershipJobs, membershipSchedule } from './domains/memberships/index.ts'
import {
  clubMessageHandler,
  familyNotifications,
  notificationJobs,
  notificationSchedule,
} from './domains/notifications/index.ts'
import {
  confirmLeavingHandler,
  grantHandler,
  importJobs,
  importSchedule,
  offerHandler,
  peopleSchedule,
} from './domains/people/index.ts'
import { privacyJobs, privacySchedule } from './domains/privacy/index.ts'
import { orderJobs, orderSchedule } from './domains/orders/index.ts'
import { runLaterSteps } from './database/migration-steps.ts'
import { deleteOldWindows } from './http/limits/rate-windows.ts'
import { deleteReplacedJobs, type Handler, type RecurringJob } from './jobs/queue.ts'
import type { Work } from './jobs/tasks.ts'
import { messagesOf } from './messages.ts'

/** The handlers of every queued job, by domain. */
const jobs = (context: Context): Handler[] => [
  ...familyJobs({ ...context, familyNotifications: familyNotifications(context) }),
  ...orderJobs(context),
  ...membershipJobs(context),
  cancelRunHandler(context),
  moveHandler(context.db),
  notifyMovedHandler(context.db),
  offerPlacesHandler(context),
  confirmLeavingHandler(context),
  grantHandler(context),
  offerHandler(context),
  clubMessageHandler(context.db),
  ...conversationJobs(context),
  ...importJobs(context),
  ...privacyJobs(context),
  ...exportJobs(context),
  ...notificationJobs(context, {
    mailsFor: (db) => messagesOf({ ...context, db }).mails,
    whatsapps: messagesOf(context).whatsapps,
  }),
]

/** Every recurring job. Times are UTC. */
const recurringJobs = (context: Context): RecurringJob[] => [
  ...familySchedule({ ...context, familyNotifications: familyNotifications(context) }),
  ...notificationSchedule(context),
  ...orderSchedule(context),
  ...membershipSchedule(context),
  ...cancelRunSchedule(context),
  ...waitingSchedule(context),
  ...answersSchedule(context),
  ...conversationSchedule(context),
  ...peopleSchedule(context.db),
  ...importSchedule(context.db),
  ...privacySchedule(context),
  ...exportSchedule(context),
  { name: 'database.run-later-steps', cron: '* * * * *', run: () => runLaterSteps(context.db) },
  { name: 'documents.remove-unused-files', cron: '* * * * *', run: () => removeUnusedFiles(context) },
  { name: 'jobs.delete-replaced', cron: '43 * * * *', run: () => deleteReplacedJobs(context.db) },
  { name: 'http.delete-old-windows', cron: '17 * * * *', run: () => deleteOldWindows(context.db) },
]

async function removeUnusedFiles({ db, files, log }: Context): Promise<void> {
  const removed = await files.removeUnused(db)
  if (removed > 0) log.info({ removed }, 'Unused files removed from the bucket')
}

/** Everything that a worker runs. */
export function workOf(context: Context): Work {
  const [handlers, recurring] = [jobs(context), recurringJobs(context)]
  context.metrics.knowJobs([...handlers, ...recurring].map(({ name }) => name))
  return { handlers, recurring, log: context.log, observe: context.metrics.observeJob }
}
