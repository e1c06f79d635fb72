import { type Db, inTransaction } from '#server/database/db.ts'
import { imports } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { handle, type Handler, type RecurringJob } from '#server/jobs/queue.ts'
import { checkImport } from './check-import.ts'
import { enqueueImport, importJob } from './import-state.ts'
import { inviteHandlers } from './invite.ts'
import { runImport, type RunServices } from './run-import.ts'
import { takeBack } from './take-back.ts'

const steps = { checking: checkImport, running: runImport, undoing: takeBack }

export const importJobs = (services: RunServices): Handler[] => [
  handle(importJob, async ({ importId }) => {
    const [record] = await services.db.select().from(imports).where(eq(imports.id, importId))
    const step = record && steps[record.state as keyof typeof steps]
    if (step) await step(services, record)
  }),
  ...inviteHandlers(services.db),
]

/** Continues what a worker left unfinished. */
export const importSchedule = (db: Db): RecurringJob[] => [
  {
    name: 'people.resume-imports',
    cron: '* * * * *',
    run: async () => {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from imports where state in ('checking', 'running', 'undoing') order by id`,
      )
      for (const { id } of rows) await inTransaction(db, (tx) => enqueueImport(tx, id, { unlessQueued: true }))
    },
  },
]
