import type { Logger } from 'pino'
import type { Db } from '#server/database/db.ts'
import { handle, type Handler, type RecurringJob } from '#server/jobs/queue.ts'
import { failExport, deleteOldExports, writeInBackground } from './export-list.ts'
import { writeExport } from './jobs.ts'

export { exportRoutes } from './routes.ts'

interface ExportServices {
  readonly db: Db
  readonly log: Logger
}

export const exportJobs = ({ db }: ExportServices): Handler[] => [
  handle(writeExport, async ({ exportId }, { attempt, maxAttempts }) => {
    try {
      await writeInBackground(db, exportId)
    } catch (error) {
      if (attempt >= maxAttempts) await failExport(db, exportId)
      throw error
    }
  }),
]

export const exportSchedule = ({ db, log }: ExportServices): RecurringJob[] => [
  {
    name: 'exports.delete-old',
    cron: '29 * * * *',
    run: async () => {
      const deleted = await deleteOldExports(db)
      if (deleted > 0) log.info({ deleted }, 'Old exports deleted')
    },
  },
]
