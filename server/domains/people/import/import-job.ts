import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueue, job } from '#server/jobs/queue.ts'

export const importJob = job('people.import', z.object({ importId: Id }))

/** Continues an import, whatever it is at. Its progress is in its rows, so it can crash at any step and continue on any worker. */
export const enqueueImport = (tx: Tx, importId: string): Promise<void> =>
  enqueue(tx, importJob, { importId }, { key: `import:${importId}`, hurry: true })
