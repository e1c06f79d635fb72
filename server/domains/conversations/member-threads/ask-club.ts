import type { Conversation, ThreadTopic } from '#contract/conversations/answers.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { fullName, lockEnabledMember, selectOptionalMember } from '#server/domains/members/index.ts'
import { selectOptionalOrganisation, selectOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { notifyClub, type NotifyClubServices } from '../notifications/contact-notifications.ts'
import { insertThread, lockOptionalThread, lockToken, selectMessageOnce } from '../threads.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { showThread } from './member-threads.ts'

interface Question extends Writing {
  readonly orgId: string
  readonly subject: string
  readonly topic?: Topic | undefined
}

/**
 * Starts a thread with a club and notifies it. Idempotent by token. An unknown or non-public topic is dropped rather
 * than losing the question.
 */
export async function askClub(
  services: NotifyClubServices,
  tx: Tx,
  actor: MemberActor,
  { orgId, subject, topic, text, attachmentIds, token }: Question,
): Promise<Conversation> {
  const { memberId } = actor
  await lockEnabledMember(tx, memberId)
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
    search: `${subject} ${author} ${email}`,
    createdAt: tx.now,
    lastAt: tx.now,
  })
  const owner = { memberId }
  const written = { sender: 'asker' as const, memberId, author, text, tokenHash, attachmentIds, owner }
  const posted = await writeMessage(tx, thread, written)
  await notifyClub(services, tx, { ...posted, isNew: true, organisation })
  return showThread(tx, actor, { threadId: thread.id })
}

interface Writing {
  readonly text: string
  readonly attachmentIds?: readonly string[] | undefined
  readonly token: string
}

/** Adds a message to the member's own thread, which reopens it. Idempotent by token. */
export async function writeOn(
  services: NotifyClubServices,
  tx: Tx,
  actor: MemberActor,
  { threadId, text, attachmentIds, token }: Writing & { readonly threadId: string },
): Promise<Conversation> {
  const { memberId } = actor
  const thread = await lockOptionalThread(tx, threadId, actor)
  if (!thread) throw new Problem('thread_not_found')
  const tokenHash = tokenHashOf(memberId, threadId, token)
  if (!(await selectMessageOnce(tx, tokenHash))) {
    const { author } = await selectAuthor(tx, memberId)
    const owner = { memberId }
    const written = { sender: 'asker' as const, memberId, author, text, tokenHash, attachmentIds, owner }
    const posted = await writeMessage(tx, thread, written)
    const organisation = await selectOrganisation(tx, thread.orgId)
    await notifyClub(services, tx, { ...posted, isNew: thread.state !== 'open', organisation })
  }
  return showThread(tx, actor, { threadId })
}

/** The writer's name as the club sees it, and their address. */
async function selectAuthor(db: Reader, memberId: string): Promise<{ author: string; email: string }> {
  const member = await selectOptionalMember(db, memberId)
  if (!member) throw new Error('Author not found')
  const email = member.email ?? ''
  return { author: fullName(member) || email, email }
}

type Topic = Pick<ThreadTopic, 'kind' | 'id'>

/** The title of a club's public event or membership, or null. */
async function selectOptionalTopic(db: Reader, orgId: string, { kind, id }: Topic): Promise<string | null> {
  const { rows } = await db.execute<{ title: string }>(
    kind === 'event'
      ? sql`select title from events where id = ${id} and org_id = ${orgId} and enabled and public_from <= portal_now()`
      : sql`select name as title from membership_configurations where id = ${id} and org_id = ${orgId} and enabled`,
  )
  return rows[0]?.title ?? null
}
