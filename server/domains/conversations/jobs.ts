import type { Db } from '#server/database/db.ts'
import type { Logger } from '#server/http/log.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { forgetUnsent } from './attachments/forget-unsent.ts'
import { forgetVisitors } from './visiting/forget-visitors.ts'
import { deleteExpiredPasses } from './visiting/pass-queries.ts'

export const conversationSchedule = ({ db, log }: { db: Db; log: Logger }): RecurringJob[] => [
  {
    name: 'conversations.forget-passes',
    cron: '31 * * * *',
    run: async () => {
      await deleteExpiredPasses(db)
    },
  },
  {
    name: 'conversations.forget-unsent',
    cron: '53 * * * *',
    run: async () => {
      const forgotten = await forgetUnsent(db)
      if (forgotten > 0) log.info({ forgotten }, 'Files that were uploaded and never sent are forgotten')
    },
  },
  {
    name: 'conversations.forget-visitors',
    cron: '41 2 * * *',
    run: async () => {
      const forgotten = await forgetVisitors(db)
      if (forgotten > 0) log.info({ forgotten }, 'Names and addresses of visitors are forgotten')
    },
  },
]
