import type { AnswerTemplate } from '#contract/conversations/office.ts'
import { type Db, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { answerTemplates } from '#server/database/schema/index.ts'
import { and, asc, eq, ne, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'

const MOST = 100

const present = ({ id, title, text, updatedAt, version }: TemplateRow): AnswerTemplate => ({
  id,
  title,
  text,
  updatedAt: updatedAt.toISOString(),
  version,
})

/** A club's answer templates, by title. */
export const listTemplates = async (db: Db, { organisation }: OfficeCaller): Promise<AnswerTemplate[]> =>
  (await selectTemplates(db, organisation.id)).map(present)

/** Titles are unique within a club, and their number is limited. */
export async function addTemplate(tx: Tx, caller: OfficeCaller, { title, text }: Words): Promise<AnswerTemplate> {
  const orgId = caller.organisation.id
  await lockTemplates(tx, orgId)
  if ((await countTemplates(tx, orgId)) >= MOST) throw new Problem('too_many_templates')
  if (await selectIsTaken(tx, { orgId, title })) throw new Problem('template_exists')
  const added = await insertTemplate(tx, orgId, { title, text })
  await recordOfficeChange(tx, caller, {
    name: 'template_added',
    thing: 'template',
    thingId: added.id,
    label: title,
    after: { title, text },
  })
  return present(added)
}

/** Throws `template_exists` if another template has the title, `changed_meanwhile` with it as it is now if somebody else saved it. */
export async function changeTemplate(
  tx: Tx,
  caller: OfficeCaller,
  { templateId, version, ...words }: Words & { readonly templateId: string; readonly version?: number | undefined },
): Promise<AnswerTemplate> {
  const orgId = caller.organisation.id
  await lockTemplates(tx, orgId)
  const before = (await selectTemplates(tx, orgId)).find(({ id }) => id === templateId)
  if (!before) throw new Problem('not_found')
  await refuseIfChanged(before, version, () => present(before))
  if (await selectIsTaken(tx, { orgId, title: words.title, but: templateId })) throw new Problem('template_exists')
  const changed = await updateTemplate(tx, orgId, templateId, words)
  const fields = (['title', 'text'] as const).filter((name) => before[name] !== words[name])
  const of = (values: Words) => Object.fromEntries(fields.map((name) => [name, values[name]]))
  await recordOfficeChange(tx, caller, {
    name: 'template_changed',
    thing: 'template',
    thingId: templateId,
    label: words.title,
    before: of(before),
    after: of(words),
  })
  return present(changed)
}

export async function removeTemplate(
  tx: Tx,
  caller: OfficeCaller,
  { templateId }: { readonly templateId: string },
): Promise<void> {
  const removed = await deleteTemplate(tx, caller.organisation.id, templateId)
  if (!removed) throw new Problem('not_found')
  await recordOfficeChange(tx, caller, {
    name: 'template_removed',
    thing: 'template',
    thingId: templateId,
    label: removed.title,
    before: removed,
  })
}

type TemplateRow = typeof answerTemplates.$inferSelect

type Words = Pick<TemplateRow, 'title' | 'text'>

/** Serialises changes of a club's templates. */
const lockTemplates = (tx: Tx, orgId: string) => lockKey(tx, `answer templates ${orgId}`)

const selectTemplates = (db: Reader, orgId: string): Promise<TemplateRow[]> =>
  db
    .select()
    .from(answerTemplates)
    .where(eq(answerTemplates.orgId, orgId))
    .orderBy(sql`danish_order(${answerTemplates.title})`, asc(answerTemplates.id))

const countTemplates = (tx: Tx, orgId: string): Promise<number> =>
  tx.$count(answerTemplates, eq(answerTemplates.orgId, orgId))

/** Whether another template of the club has this title, in any case. */
async function selectIsTaken(
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

async function insertTemplate(tx: Tx, orgId: string, words: Words): Promise<TemplateRow> {
  const [row] = await tx
    .insert(answerTemplates)
    .values({ id: newId(), orgId, ...words })
    .returning()
  return row!
}

const isTemplate = (orgId: string, id: string) => and(eq(answerTemplates.orgId, orgId), eq(answerTemplates.id, id))

async function updateTemplate(tx: Tx, orgId: string, id: string, words: Words): Promise<TemplateRow> {
  const [row] = await tx
    .update(answerTemplates)
    .set({ ...words, updatedAt: sql`portal_now()`, version: sql`version + 1` })
    .where(isTemplate(orgId, id))
    .returning()
  return row!
}

/** @returns its words; null when the club has none of this id */
async function deleteTemplate(tx: Tx, orgId: string, id: string): Promise<Words | null> {
  const [row] = await tx
    .delete(answerTemplates)
    .where(isTemplate(orgId, id))
    .returning({ title: answerTemplates.title, text: answerTemplates.text })
  return row ?? null
}
