import type { Db, Reader, Tx } from '#server/database/db.ts'
import { languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import {
  requestWhatsapp,
  selectNotificationOnce,
  type Whatsapp,
  type WhatsappMessage,
  whatsappNumber,
} from '#server/domains/notifications/index.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { selectOptionalMessage, selectOptionalThread } from '../threads.ts'
import { selectMailed } from './contact-mails.ts'
import { contactKey } from './contact-notifications.ts'
import { selectAdmins } from './office-admins.ts'

/** As registered with WhatsApp: {{1}} the club's key, {{2}} the notification, {{3}} the portal's domain. */
const ASKED = 'contact_us'
const ANSWERED = 'contact_us_reply'

interface Asked {
  readonly messageId: string
  readonly adminId: string
}

interface Answered {
  readonly messageId: string
}

export const contactWhatsapps = (db: Db, { publicUrl }: { readonly publicUrl: string }) => ({
  'contact-asked': async ({ messageId, adminId }: Asked) => {
    const mailed = await selectMailed(db, messageId)
    // They no longer administer the club.
    if (!mailed || !(await selectAdmins(db, mailed.thread.orgId)).includes(adminId)) return null
    return written(db, publicUrl, { template: ASKED, receiverId: adminId, messageId, org: mailed.organisation.key })
  },
  'contact-answered': async ({ messageId }: Answered) => {
    const mailed = await selectMailed(db, messageId)
    if (!mailed?.thread.memberId) return null
    const receiverId = mailed.thread.memberId
    return written(db, publicUrl, { template: ANSWERED, receiverId, messageId, org: mailed.organisation.key })
  },
})

/** Contains nothing that anybody typed. Null without a number, or if the notification was deleted. */
async function written(
  db: Reader,
  publicUrl: string,
  { template, receiverId, messageId, org }: { template: string; receiverId: string; messageId: string; org: string },
): Promise<WhatsappMessage | null> {
  const receiver = await selectOptionalMember(db, receiverId)
  const notification = await selectNotificationOnce(db, contactKey(messageId, receiverId))
  const to = receiver && whatsappNumber(receiver)
  if (!to || !notification) return null
  return {
    to,
    template,
    language: languageOf(receiver),
    parameters: [org, notification.id, new URL(publicUrl).host],
  }
}

/**
 * Sends a message of the caller to the club's admins who want WhatsApp, each once.
 * @returns false if the id is not that of such a message
 */
export const askByWhatsapp =
  ({ whatsapp }: { readonly whatsapp: Whatsapp | null }) =>
  async (tx: Tx, actor: MemberActor, messageId: string): Promise<boolean> => {
    const message = isImpersonating(actor) ? null : await selectOptionalMessage(tx, messageId)
    if (message?.sender !== 'asker' || message.memberId !== actor.memberId) return false
    const thread = await selectOptionalThread(tx, message.threadId)
    if (!whatsapp || !thread) return true
    for (const adminId of await selectAdmins(tx, thread.orgId)) {
      if (adminId === actor.memberId) continue
      await requestWhatsapp(tx, {
        template: 'contact-asked',
        memberId: adminId,
        data: { messageId, adminId },
        onceKey: `contact-asked:${messageId}:${adminId}:whatsapp`,
      })
    }
    return true
  }
