import type { Db } from '#server/database/db.ts'
import { numberEverybody } from '#server/domains/members/index.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'

export { selectFollowUps } from './notes.ts'
export { selectFieldLabels } from './club-fields.ts'
export { peopleRoutes } from './routes.ts'

export const peopleSchedule = (db: Db): RecurringJob[] => [
  { name: 'people.number', cron: '* * * * *', run: () => numberEverybody(db) },
]
