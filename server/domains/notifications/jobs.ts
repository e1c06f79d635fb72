import type { Db } from '#server/database/db.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { deleteForgotten } from './queries.ts'

export const notificationSchedule = ({ db }: { db: Db }): RecurringJob[] => [
  {
    name: 'notifications.delete-forgotten',
    cron: '23 * * * *',
    run: async () => {
      await deleteForgotten(db)
    },
  },
]
