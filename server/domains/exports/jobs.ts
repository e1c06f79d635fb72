import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import { job } from '#server/jobs/queue.ts'

export const writeExport = job('exports.write', z.object({ exportId: Id }))
