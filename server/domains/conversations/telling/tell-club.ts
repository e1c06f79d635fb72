import type { Language } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { notifyEach } from '#server/domains/notifications/index.ts'
import type { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { selectAdmins } from './admin-queries.ts'
import { mailClub, type ToMail } from './mail-club.ts'

export interface TellServices {
  readonly secrets: Secrets
  readonly publicUrl: string
}

interface Told extends ToMail {
  readonly organisation: Pick<Awaited<ReturnType<typeof selectOrganisation>>, 'id' | 'key'>
}

/** Tells a club's admins of a message, each once, and the club's contact address, the only one that is mailed. */
export async function tellClub(
  { publicUrl }: Pick<TellServices, 'publicUrl'>,
  tx: Tx,
  { organisation, ...told }: Told,
): Promise<void> {
  const { thread, message } = told
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
          title: m.notification_contact_title({ name: message.author, subject: thread.subject }, { locale }),
          message: thread.preview,
        }),
        data: contactData(publicUrl, organisation.key, thread.id),
        onceKey: contactKey(message.id, receiverId),
      })),
  )
  await mailClub(tx, told)
}

/** What a notification about a thread carries: the club's key, where the portal is, and the thread. */
export const contactData = (publicUrl: string, orgKey: string, threadId: string) => ({
  org: orgKey,
  domain: new URL(publicUrl).host,
  threadId,
})

/** Names the notification of one message to one receiver. */
export const contactKey = (messageId: string, receiverId: string) => `contact:${messageId}:${receiverId}`
