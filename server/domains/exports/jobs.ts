import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import { job } from '#server/jobs/queue.ts'

/** A job of its own: the version before does not know it, and leaves it to the new workers. */
export const writePersonExport = job('exports.write-person', z.object({ exportId: Id }))

export const writeExport = job('exports.write', z.object({ exportId: Id }))
