import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { answerTemplates } from '#server/database/schema/index.ts'

export type TemplateRow = typeof answerTemplates.$inferSelect

export type Words = Pick<TemplateRow, 'title' | 'text'>

/** Whoever adds or names a club's templates takes turns. */
export const lockTemplates = (tx: Tx, orgId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`answer templates ${orgId}`}, 0))`)

export const selectTemplates = (db: Reader, orgId: string): Promise<TemplateRow[]> =>
  db
    .select()
    .from(answerTemplates)
    .where(eq(answerTemplates.orgId, orgId))
    .orderBy(sql`lower(${answerTemplates.title})`, asc(answerTemplates.id))

export const countTemplates = (tx: Tx, orgId: string): Promise<number> =>
  tx.$count(answerTemplates, eq(answerTemplates.orgId, orgId))

/** Whether another template of the club has this title, in whatever case. */
export async function selectIsTaken(
  tx: Tx,
  { orgId, title, but }: { orgId: string; title: string; but?: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: answerTemplates.id })
    .from(answerTemplates)
    .where(
      and(
        eq(answerTemplates.orgId, orgId),
        sql`lower(${answerTemplates.title}) = lower(${title})`,
        but ? ne(answerTemplates.id, but) : undefined,
      ),
    )
  return rows.length > 0
}

export async function insertTemplate(tx: Tx, orgId: string, words: Words): Promise<TemplateRow> {
  const [row] = await tx
    .insert(answerTemplates)
    .values({ id: newId(), orgId, ...words })
    .returning()
  return row!
}

const isTemplate = (orgId: string, id: string) => and(eq(answerTemplates.orgId, orgId), eq(answerTemplates.id, id))

/** @returns null when the club has none of this id */
export async function updateTemplate(tx: Tx, orgId: string, id: string, words: Words): Promise<TemplateRow | null> {
  const [row] = await tx
    .update(answerTemplates)
    .set({ ...words, updatedAt: sql`portal_now()` })
    .where(isTemplate(orgId, id))
    .returning()
  return row ?? null
}

/** @returns whether the club had it */
export async function deleteTemplate(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(answerTemplates).where(isTemplate(orgId, id))
  return rowCount === 1
}
