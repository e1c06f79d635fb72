import type { Conversation } from '#contract/conversations/answers.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { readSignedToken, hashToken, type Secrets, signedToken } from '#server/database/secrets.ts'
import { selectOptionalOrganisation, selectOrganisation } from '#server/domains/organisations/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { countUse, type Rate } from '#server/http/limits/rate.ts'
import { Problem } from '#server/http/problem.ts'
import { selectOptionalAsked, showConversation } from '../member-threads/member-threads.ts'
import { notifyClub, type NotifyClubServices } from '../notifications/contact-notifications.ts'
import { insertThread, lockOptionalThread, lockToken, selectMessageOnce } from '../threads.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { spendPass } from './proof-of-work.ts'

interface VisitorQuestion {
  readonly orgId: string
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly text: string
  readonly attachmentIds?: readonly string[] | undefined
  readonly token: string
  readonly pass: string
}

/**
 * Starts a thread for a visitor, using up a pass. Nothing is mailed to the given address until the club answers.
 * Idempotent by pass and token.
 */
export async function askAsVisitor(
  services: NotifyClubServices,
  tx: Tx,
  { via }: Actor,
  { orgId, name, email, subject, text, attachmentIds, token, pass }: VisitorQuestion,
): Promise<{ status: 'success' }> {
  const tokenHash = tokenHashOf(`pass ${hashToken(pass)}`, 'ask', token)
  await lockToken(tx, tokenHash)
  if (await selectMessageOnce(tx, tokenHash)) return { status: 'success' }

  const passHash = await spendPass(tx, pass)
  const organisation = await selectOptionalOrganisation(tx, orgId)
  if (!organisation) throw new Problem('organisation_not_found')
  const thread = await insertThread(tx, {
    orgId,
    visitorName: name,
    visitorEmail: email,
    visitorLanguage: via.language,
    subject,
    search: `${subject} ${name} ${email}`,
    createdAt: tx.now,
    lastAt: tx.now,
  })
  const owner = { passHash }
  const written = { sender: 'asker' as const, memberId: null, author: name, text, tokenHash, attachmentIds, owner }
  await notifyClub(services, tx, { ...(await writeMessage(tx, thread, written)), isNew: true, organisation })
  return { status: 'success' }
}

/** The thread that a link opens. Throws `thread_link_invalid`. */
function requireThreadId(secrets: Secrets, link: string): string {
  const threadId = readThreadLink(secrets, link)
  if (!threadId) throw new Problem('thread_link_invalid')
  return threadId
}

/** The thread of a link, if the visitor was not erased. */
export async function requireLinkedThread(secrets: Secrets, db: Reader, link: string): Promise<string> {
  const threadId = requireThreadId(secrets, link)
  if (!(await selectOptionalAsked(db, threadId, 'link'))) throw new Problem('thread_link_invalid')
  return threadId
}

export const showByLink = (
  { secrets }: NotifyClubServices,
  db: Db,
  { link, before }: { link: string; before?: string | undefined },
): Promise<Conversation> => show(db, requireThreadId(secrets, link), before)

/** Per thread, from any address. Its lock is held already, so the count makes nobody wait. */
const RATES: readonly Rate[] = [{ calls: 5 }, { calls: 50, seconds: 86_400 }]

/** Adds a visitor's message to their thread. Idempotent by token. */
export async function writeByLink(
  services: NotifyClubServices,
  tx: Tx,
  { link, text, token }: { link: string; text: string; token: string },
): Promise<Conversation> {
  const threadId = requireThreadId(services.secrets, link)
  const thread = await lockOptionalThread(tx, threadId, 'link')
  if (!thread) throw new Problem('thread_link_invalid')
  const tokenHash = tokenHashOf('link', threadId, token)
  if (!(await selectMessageOnce(tx, tokenHash))) {
    for (const rate of RATES) await countUse(tx, `link ${rate.seconds ?? 60}`, threadId, rate)
    const author = thread.visitorName ?? ''
    const posted = await writeMessage(tx, thread, { sender: 'asker', memberId: null, author, text, tokenHash })
    const organisation = await selectOrganisation(tx, thread.orgId)
    await notifyClub(services, tx, { ...posted, isNew: thread.state !== 'open', organisation })
  }
  return show(tx, threadId)
}

async function show(db: Reader, threadId: string, before?: string): Promise<Conversation> {
  const found = await showConversation(db, 'link', { threadId, before })
  if (!found) throw new Problem('thread_link_invalid')
  return found
}

const PURPOSE = 'contact-thread'

/** A signed link for mails to a visitor: it opens this thread only and does not expire. */
export const threadLink = (secrets: Secrets, threadId: string): string => signedToken(secrets, PURPOSE, threadId)

/** @returns the thread's id; null if we did not sign it */
const readThreadLink = (secrets: Secrets, link: string): string | null =>
  readSignedToken(secrets, PURPOSE, link)?.[0] ?? null
