import { type Db, inTransaction } from '#server/database/db.ts'
import { dropOldRefused } from '#server/domains/audit/index.ts'
import type { Logger } from '#server/http/log.ts'
import type { Handler, RecurringJob } from '#server/jobs/queue.ts'
import { deleteUnsentUploads } from './attachments/attach-file.ts'
import { answerLaterHandler } from './inbox/delayed-answer.ts'
import { deleteForgottenNotes } from './member-notes.ts'
import type { NotifyAskerServices } from './notifications/contact-notifications.ts'
import { anonymiseVisitors } from './visitor-threads/anonymise-visitors.ts'
import { deleteExpiredPasses } from './visitor-threads/proof-of-work.ts'

export const conversationJobs = (services: NotifyAskerServices & { readonly db: Db }): Handler[] => [
  answerLaterHandler(services),
]

/** Days in which an author can reopen an answer that could not be sent. */
const ANSWER_DAYS = 30

export const conversationSchedule = ({ db, log }: { db: Db; log: Logger }): RecurringJob[] => [
  {
    name: 'conversations.delete-passes',
    cron: '31 * * * *',
    run: async () => {
      await deleteExpiredPasses(db)
    },
  },
  {
    name: 'conversations.delete-unsent',
    cron: '53 * * * *',
    run: async () => {
      const deleted = await deleteUnsentUploads(db)
      await inTransaction(db, (tx) => dropOldRefused(tx, { kind: 'answer', days: ANSWER_DAYS }))
      if (deleted > 0) log.info({ deleted }, 'Unsent uploads deleted')
    },
  },
  {
    name: 'conversations.anonymise-visitors',
    cron: '41 2 * * *',
    run: async () => {
      const anonymised = await anonymiseVisitors(db)
      if (anonymised > 0) log.info({ anonymised }, 'Names and addresses of visitors anonymised')
    },
  },
  {
    name: 'notes.delete-old',
    cron: '27 * * * *',
    run: async () => {
      await deleteForgottenNotes(db)
    },
  },
]
