import type { Conversation } from '#contract/conversation-answers.ts'
import type { Tx } from '#server/database/db.ts'
import { requireStill } from '#server/domains/members/index.ts'
import { selectOptionalOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { insertThread, lockToken, selectMessageOnce } from '../queries.ts'
import { tellClub, type TellServices } from '../telling/tell-club.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { selectAuthor } from './author.ts'
import { showThread } from './show-thread.ts'
import { selectOptionalTopic, type Topic } from './topic-queries.ts'
import type { Writing } from './write-on.ts'

interface Question extends Writing {
  readonly orgId: string
  readonly subject: string
  readonly topic?: Topic | undefined
}

/**
 * Begins a thread with a club, and tells the club. The same token asks once, however often it is sent. What it is about is
 * left out when the club has no such thing, or none that anyone may see: the question counts.
 */
export async function askClub(
  services: TellServices,
  tx: Tx,
  actor: MemberActor,
  { orgId, subject, topic, text, attachmentIds, token }: Question,
): Promise<Conversation> {
  const { memberId } = actor
  await requireStill(tx, memberId)
  const tokenHash = tokenHashOf(memberId, 'ask', token)
  await lockToken(tx, tokenHash)
  const before = await selectMessageOnce(tx, tokenHash)
  if (before) return showThread(tx, actor, { threadId: before.threadId })

  const organisation = await selectOptionalOrganisation(tx, orgId)
  if (!organisation) throw new Problem('organisation_not_found')
  const { author, email } = await selectAuthor(tx, memberId)
  const title = topic ? await selectOptionalTopic(tx, orgId, topic) : null
  const thread = await insertThread(tx, {
    orgId,
    memberId,
    subject,
    ...(topic && title !== null ? { topicKind: topic.kind, topicId: topic.id, topicTitle: title } : {}),
    search: `${subject} ${author} ${email}`.toLowerCase(),
    createdAt: tx.now,
    lastAt: tx.now,
  })
  const owner = { memberId }
  const written = { sender: 'asker' as const, memberId, author, text, tokenHash, attachmentIds, owner }
  const told = await writeMessage(tx, thread, written)
  await tellClub(services, tx, { ...told, isNew: true, organisation })
  return showThread(tx, actor, { threadId: thread.id })
}
