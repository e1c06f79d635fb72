import type { Db } from '#server/database/db.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { deleteForgotten } from './queries.ts'

export const noteSchedule = ({ db }: { db: Db }): RecurringJob[] => [
  {
    name: 'notes.delete-forgotten',
    cron: '27 * * * *',
    run: async () => {
      await deleteForgotten(db)
    },
  },
]
