import type { Logger } from 'pino'
import type { Db } from '#server/database/db.ts'
import { handle, type Handler, type RecurringJob } from '#server/jobs/queue.ts'
import { deleteOldExports, type ExportServices, failExport, writeInBackground } from './export-list.ts'
import { writeExport } from './jobs.ts'

export { exportRoutes } from './routes.ts'

export const exportJobs = (services: ExportServices): Handler[] => [
  handle(writeExport, async ({ exportId }, { attempt, maxAttempts }) => {
    try {
      await writeInBackground(services, exportId)
    } catch (error) {
      if (attempt >= maxAttempts) await failExport(services.db, exportId)
      throw error
    }
  }),
]

export const exportSchedule = ({ db, log }: { readonly db: Db; readonly log: Logger }): RecurringJob[] => [
  {
    name: 'exports.delete-old',
    cron: '29 * * * *',
    run: async () => {
      const deleted = await deleteOldExports(db)
      if (deleted > 0) log.info({ deleted }, 'Old exports deleted')
    },
  },
]
