import type { Language } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { notify, requestMail, requestWhatsapp, type Whatsapp } from '#server/domains/notifications/index.ts'
import * as m from '#words/messages.js'
import type { MessageRow, ThreadRow } from '../queries.ts'
import { contactData, contactKey, type TellServices } from './tell-club.ts'

export interface TellAskerServices extends Pick<TellServices, 'publicUrl'> {
  /** Null: no WhatsApp messages are sent. */
  readonly whatsapp: Whatsapp | null
}

/**
 * Tells whoever asked that their club answered: a member by a notification, a mail and, if they
 * asked for it, WhatsApp; a visitor by a mail. The answer is
 * the club's: nothing names a sender.
 */
export async function tellAsker(
  { publicUrl, whatsapp }: TellAskerServices,
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
  const { memberId } = thread
  const data = { messageId: message.id }
  if (memberId === null) {
    const template = 'contact-answered-visitor'
    await requestMail(tx, { template, memberId: null, data, onceKey: `${template}:${message.id}` })
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
  await requestMail(tx, { template, memberId, data, onceKey: `${template}:${message.id}` })
  if (whatsapp) await requestWhatsapp(tx, { template, memberId, data, onceKey: `${template}:${message.id}:whatsapp` })
}
