import type { Tx } from '#server/database/db.ts'
import { requestMail, selectMailsToClub } from '#server/domains/notifications/index.ts'
import type { MessageRow, ThreadRow } from '../queries.ts'

const HOUR = 3_600_000

/** Milliseconds in which a club is mailed once of a thread that waits. */
const QUIET = HOUR / 4

/** Longer than it takes to write a message down: a mail of all that was written until a moment is made so many after it. */
const WRITTEN = 10_000

/** Mails an hour of what one member writes, and all together. */
const OF_MEMBER = 10
const OF_CLUB = 60

export interface ToMail {
  readonly thread: ThreadRow
  readonly message: MessageRow
  /** Whether it is the first message, or the first since the club answered. */
  readonly isNew: boolean
}

/**
 * Mails a club's contact address of a message: of a thread that begins to wait at once, of all that follows in a quarter of an
 * hour in one mail at its end. Whoever writes much, and all together, fill nobody's mailbox: instead of the mails above that
 * measure there is one, once an hour, that says that more waits. The inbox has all of it. Nothing is locked: of some who write
 * at the same moment all may be mailed.
 */
export async function mailClub(tx: Tx, { thread, message, isNew }: ToMail): Promise<void> {
  const { orgId, id: threadId } = thread
  const now = tx.now.getTime()
  const sent = await selectMailsToClub(tx, orgId, new Date(now - HOUR))
  const last = isNew ? -Infinity : lastOf(sent, thread)
  // A mail that waits says this, too.
  if (last > now) return

  const ofMember = sent.filter(({ data }) => message.memberId !== null && data['memberId'] === message.memberId)
  if (sent.length >= OF_CLUB || ofMember.length >= OF_MEMBER) {
    const onceKey = `contact-many:${orgId}:${Math.floor(now / HOUR)}`
    return requestMail(tx, { template: 'contact-many', memberId: null, data: { orgId }, onceKey })
  }
  const template = 'contact-asked'
  const mail = { template, memberId: null, onceKey: `${template}:${message.id}` } as const
  const data = { messageId: message.id, orgId, threadId, memberId: message.memberId }
  const dueAt = last + QUIET
  if (dueAt <= now) return requestMail(tx, { ...mail, data })
  await requestMail(tx, { ...mail, data: { ...data, dueAt } }, (dueAt + WRITTEN - now) / 1000)
}

/** When a club was last mailed of a thread since it waits, or is to be. */
function lastOf(sent: Awaited<ReturnType<typeof selectMailsToClub>>, thread: ThreadRow): number {
  const ofThread = sent.filter(
    ({ data, createdAt }) => data['threadId'] === thread.id && createdAt >= thread.waitingSince,
  )
  return Math.max(...ofThread.map(({ data, createdAt }) => Number(data['dueAt'] ?? createdAt)))
}
