import type { Db } from '#server/database/db.ts'
import type { LineItemHandlers } from '#server/domains/orders/index.ts'
import type { Logger } from '#server/http/log.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import { onceADay } from '#server/jobs/daily.ts'
import { deleteOld } from './delete-old.ts'
import { eraseHandler, eraseLateWrites } from './erase-person.ts'

export { eraseStrangers } from './delete-old.ts'
export { eraseAgain, requireOwn } from './erase-person.ts'
export { clubData } from './club-data.ts'
export { columnsOf, personalData } from './personal-data.ts'
export { privacyRoutes } from './routes.ts'

interface PrivacyServices {
  readonly db: Db
  readonly log: Logger
  readonly lineHandlers: LineItemHandlers
}

export const privacyJobs = (services: PrivacyServices) => [eraseHandler(services)]

export const privacySchedule = (services: PrivacyServices): RecurringJob[] => [
  { name: 'privacy.erase-late-writes', cron: '37 * * * *', run: () => eraseLateWrites(services) },
  {
    // At night in Copenhagen, or later if that was missed.
    name: 'privacy.delete-old',
    cron: '19 * * * *',
    run: async () => {
      await onceADay(services.db, 'privacy.delete-old', async () => {
        const deleted = await deleteOld(services)
        if (Object.keys(deleted).length > 0) services.log.info({ deleted }, 'Old rows deleted')
      })
    },
  },
]
