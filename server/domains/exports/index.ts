import type { Logger } from 'pino'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/documents/file-store.ts'
import { handle, type Handler, type RecurringJob } from '#server/jobs/queue.ts'
import type { Secrets } from '#server/database/secrets.ts'
import {
  deleteOldExports,
  type ExportServices,
  failAbandonedExports,
  failExport,
  writeInBackground,
} from './export-list.ts'
import { writeExport, writePersonExport } from './jobs.ts'
import { writePersonFile } from './person-export.ts'

export { exportRoutes } from './routes.ts'

export const exportJobs = (
  services: ExportServices & { readonly secrets: Secrets; readonly files: FileStore },
): Handler[] => {
  const { db } = services
  const writing = (work: typeof writeExport, write: (exportId: string) => Promise<void>) =>
    handle(work, async ({ exportId }, { attempt, maxAttempts }) => {
      try {
        await write(exportId)
      } catch (error) {
        if (attempt >= maxAttempts) await failExport(db, exportId)
        throw error
      }
    })
  return [
    writing(writeExport, (exportId) => writeInBackground(services, exportId)),
    writing(writePersonExport, (exportId) => writePersonFile(services, exportId)),
  ]
}

export const exportSchedule = ({ db, log }: { readonly db: Db; readonly log: Logger }): RecurringJob[] => [
  {
    name: 'exports.delete-old',
    cron: '29 * * * *',
    run: async () => {
      const failed = await failAbandonedExports(db)
      if (failed > 0) log.warn({ failed }, 'Abandoned exports given up')
      const deleted = await deleteOldExports(db)
      if (deleted > 0) log.info({ deleted }, 'Old exports deleted')
    },
  },
]
