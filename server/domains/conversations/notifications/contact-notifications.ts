import type { Language } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import {
  notify,
  notifyEach,
  requestMail,
  requestWhatsapp,
  selectMailsToClub,
  type Whatsapp,
} from '#server/domains/notifications/index.ts'
import type { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import type { MessageRow, ThreadRow } from '../threads.ts'
import { selectAdmins } from './office-admins.ts'

export interface NotifyClubServices {
  readonly secrets: Secrets
  readonly publicUrl: string
}

interface PostedMessage extends ToMail {
  readonly organisation: Pick<Awaited<ReturnType<typeof selectOrganisation>>, 'id' | 'key' | 'name'>
}

/** Notifies each of a club's admins of a message once, and mails the club's contact address, no other. */
export async function notifyClub(
  { publicUrl }: Pick<NotifyClubServices, 'publicUrl'>,
  tx: Tx,
  { organisation, ...posted }: PostedMessage,
): Promise<void> {
  const { thread, message } = posted
  const admins = await selectAdmins(tx, organisation.id)
  await notifyEach(
    tx,
    admins
      .filter((receiverId) => receiverId !== message.memberId)
      .map((receiverId) => ({
        receiverId,
        ...(message.memberId ? { senderId: message.memberId } : {}),
        messageThreadId: thread.id,
        createdAt: message.createdAt,
        type: 'CONTACT_US' as const,
        texts: (locale: Language) => ({
          title: m.notification_contact_title(
            { name: message.author, club: organisation.name, subject: thread.subject },
            { locale },
          ),
          message: thread.preview,
        }),
        data: contactData(publicUrl, organisation.key, thread.id),
        onceKey: contactKey(message.id, receiverId),
      })),
  )
  await mailClub(tx, posted)
}

/** The data of a notification about a thread: the club's key, the portal's host, and the thread. */
export const contactData = (publicUrl: string, orgKey: string, threadId: string) => ({
  org: orgKey,
  domain: new URL(publicUrl).host,
  threadId,
})

/** The `onceKey` of a message's notification to one receiver. */
export const contactKey = (messageId: string, receiverId: string) => `contact:${messageId}:${receiverId}`

export interface NotifyAskerServices extends Pick<NotifyClubServices, 'publicUrl'> {
  /** Null: WhatsApp is off. */
  readonly whatsapp: Whatsapp | null
}

/**
 * Notifies the asker of an answer: a member by a notification, a mail and, if they chose it, WhatsApp; a visitor by a mail.
 * The answer is the club's, so nothing names a sender.
 */
export async function notifyAsker(
  { publicUrl, whatsapp }: NotifyAskerServices,
  tx: Tx,
  {
    thread,
    message,
    organisation,
  }: {
    readonly thread: ThreadRow
    readonly message: MessageRow
    readonly organisation: { readonly key: string; readonly name: string }
  },
): Promise<void> {
  const { memberId, orgId } = thread
  const data = { messageId: message.id }
  if (memberId === null) {
    const template = 'contact-answered-visitor'
    await requestMail(tx, { template, memberId: null, orgId, data, onceKey: `${template}:${message.id}` })
    return
  }
  await notify(tx, {
    receiverId: memberId,
    messageThreadId: thread.id,
    createdAt: message.createdAt,
    type: 'CONTACT_US_REPLY',
    texts: (locale: Language) => ({
      title: m.notification_contact_reply_title({ club: organisation.name, subject: thread.subject }, { locale }),
      message: thread.preview,
    }),
    data: contactData(publicUrl, organisation.key, thread.id),
    onceKey: contactKey(message.id, memberId),
  })
  const template = 'contact-answered'
  await requestMail(tx, { template, memberId, orgId, data, onceKey: `${template}:${message.id}` })
  if (whatsapp) await requestWhatsapp(tx, { template, memberId, data, onceKey: `${template}:${message.id}:whatsapp` })
}

const HOUR = 3_600_000

/** Milliseconds in which a club gets one mail about a waiting thread. */
const QUIET = HOUR / 4

/** Milliseconds after which a message is surely committed; a mail that collects messages waits that long. */
const WRITTEN = 10_000

/** Mails an hour about one member's messages, and about all messages. */
const OF_MEMBER = 10
const OF_CLUB = 60

export interface ToMail {
  readonly thread: ThreadRow
  readonly message: MessageRow
  /** Whether it is the first message, or the first since the club answered. */
  readonly isNew: boolean
}

/**
 * Mails a club's contact address: at once when a thread starts waiting, then at most every quarter of an hour. Above
 * the hourly limits, one mail an hour says that more is in the inbox. Nothing is locked, so simultaneous messages may
 * each be mailed.
 */
export async function mailClub(tx: Tx, { thread, message, isNew }: ToMail): Promise<void> {
  const { orgId, id: threadId } = thread
  const now = tx.now.getTime()
  const sent = await selectMailsToClub(tx, orgId, new Date(now - HOUR))
  const last = isNew ? -Infinity : lastOf(sent, thread)
  // A mail that is scheduled already will include this message.
  if (last > now) return

  const ofMember = sent.filter(({ data }) => message.memberId !== null && data['memberId'] === message.memberId)
  if (sent.length >= OF_CLUB || ofMember.length >= OF_MEMBER) {
    const onceKey = `contact-many:${orgId}:${Math.floor(now / HOUR)}`
    return requestMail(tx, { template: 'contact-many', memberId: null, orgId, data: {}, onceKey })
  }
  const template = 'contact-asked'
  const mail = { template, memberId: null, orgId, onceKey: `${template}:${message.id}` } as const
  const data = { messageId: message.id, threadId, memberId: message.memberId }
  const dueAt = last + QUIET
  if (dueAt <= now) return requestMail(tx, { ...mail, data })
  await requestMail(tx, { ...mail, data: { ...data, dueAt } }, (dueAt + WRITTEN - now) / 1000)
}

/** When the club was last mailed about a waiting thread, or will be. */
function lastOf(sent: Awaited<ReturnType<typeof selectMailsToClub>>, thread: ThreadRow): number {
  const ofThread = sent.filter(
    ({ data, createdAt }) => data['threadId'] === thread.id && createdAt >= thread.waitingSince,
  )
  return Math.max(...ofThread.map(({ data, createdAt }) => Number(data['dueAt'] ?? createdAt)))
}
