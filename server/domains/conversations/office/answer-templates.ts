import type { AnswerTemplate } from '#contract/conversation-answers.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { administeredOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as queries from './template-queries.ts'

const MOST = 100

interface OfClub {
  readonly orgId: string
}

const present = ({ id, title, text, updatedAt }: queries.TemplateRow): AnswerTemplate => ({
  id,
  title,
  text,
  updatedAt: updatedAt.toISOString(),
})

/** A club's words for frequent answers, by title, for its admins. */
export async function listTemplates(db: Db, actor: MemberActor, { orgId }: OfClub): Promise<AnswerTemplate[]> {
  await administeredOrganisation(db, actor, orgId)
  return (await queries.selectTemplates(db, orgId)).map(present)
}

/** Titles are unique within a club, and there is a most of them. */
export async function addTemplate(
  tx: Tx,
  actor: MemberActor,
  { orgId, title, text }: OfClub & queries.Words,
): Promise<AnswerTemplate> {
  await administeredOrganisation(tx, actor, orgId)
  await queries.lockTemplates(tx, orgId)
  if ((await queries.countTemplates(tx, orgId)) >= MOST) throw new Problem('too_many_templates')
  if (await queries.selectIsTaken(tx, { orgId, title })) throw new Problem('template_exists')
  return present(await queries.insertTemplate(tx, orgId, { title, text }))
}

/** Throws `template_exists` where another one has the title. */
export async function changeTemplate(
  tx: Tx,
  actor: MemberActor,
  { orgId, templateId, title, text }: OfClub & queries.Words & { readonly templateId: string },
): Promise<AnswerTemplate> {
  await administeredOrganisation(tx, actor, orgId)
  await queries.lockTemplates(tx, orgId)
  if (await queries.selectIsTaken(tx, { orgId, title, but: templateId })) throw new Problem('template_exists')
  const changed = await queries.updateTemplate(tx, orgId, templateId, { title, text })
  if (!changed) throw new Problem('not_found')
  return present(changed)
}

export async function removeTemplate(
  tx: Tx,
  actor: MemberActor,
  { orgId, templateId }: OfClub & { readonly templateId: string },
): Promise<void> {
  await administeredOrganisation(tx, actor, orgId)
  if (!(await queries.deleteTemplate(tx, orgId, templateId))) throw new Problem('not_found')
}
