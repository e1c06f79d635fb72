import type { Db } from '#server/database/db.ts'
import { numberEverybody } from '#server/domains/members/index.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'

export { importMails } from './import/invite.ts'
export { importJobs, importSchedule } from './import/jobs.ts'
export { importRoutes } from './import/routes.ts'
export { offerHandler, stopOffer } from './bulk-offer.ts'
export { grantHandler, stopGrant } from './bulk-grant.ts'
export { confirmLeavingHandler, stopLeaving } from './leave-club.ts'
export { peopleMails } from './people-mails.ts'
export { selectFollowUps } from './notes.ts'
export { type FieldColumn, selectFieldColumns } from './club-fields.ts'
export { peopleRoutes } from './routes.ts'

export const peopleSchedule = (db: Db): RecurringJob[] => [
  { name: 'people.number', cron: '* * * * *', run: () => numberEverybody(db) },
]
