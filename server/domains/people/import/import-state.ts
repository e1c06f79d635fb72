import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import { changeStatus, sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { imports } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'
import { enqueue, type EnqueueOptions, job } from '#server/jobs/queue.ts'

export type ImportRecord = typeof imports.$inferSelect

/** Until it runs, an import can be changed and checked again. Rows that are left can be run or taken back later. */
export const importTransitions: Transitions<ImportRecord['state']> = {
  draft: ['checking'],
  checking: ['checked', 'draft'],
  checked: ['draft', 'checking', 'running'],
  running: ['done'],
  done: ['undoing'],
  undoing: ['done', 'undone'],
  undone: [],
}

/** Moves an import that is locked. Throws `import_not_now` when it is past that. */
export async function moveImport(
  tx: Tx,
  { id }: Pick<ImportRecord, 'id'>,
  to: ImportRecord['state'],
  cause: { readonly reason: string; readonly actorId?: string },
  changes: Partial<Pick<ImportRecord, 'columns' | 'choices' | 'checkedAt' | 'endedAt' | 'undoUntil' | 'undoRows'>> = {},
): Promise<ImportRecord> {
  const moved = await changeStatus(tx, {
    table: 'imports',
    ids: [id],
    from: sourcesOf(importTransitions, to),
    to,
    cause,
    set: sql`version = thing.version + 1`,
  })
  if (moved.length === 0) throw new Problem('import_not_now')
  if (Object.keys(changes).length > 0) await tx.update(imports).set(changes).where(eq(imports.id, id))
  const [row] = await tx.select().from(imports).where(eq(imports.id, id))
  return row!
}

export const importJob = job('people.import', z.object({ importId: Id }))

/** Continues an import, whatever it is at. Its progress is in its rows, so it can crash at any step and continue on any worker. */
export const enqueueImport = (tx: Tx, importId: string, options: EnqueueOptions = { hurry: true }): Promise<void> =>
  enqueue(tx, importJob, { importId }, { key: `import:${importId}`, ...options })
