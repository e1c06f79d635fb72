import type { Parsed } from '#contract/endpoint.ts'
import { type Notification, type notifications, ToClub } from '#contract/notifications/notifications.ts'
import { Id } from '#contract/values.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { selectOptionalOrganisationByKey } from '#server/domains/organisations/index.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { contactData, type NotifyClubServices } from '../notifications/contact-notifications.ts'
import { selectMessageOnce } from '../threads.ts'
import { tokenHashOf } from '../write-message.ts'
import { askClub, writeOn } from './ask-club.ts'
import { selectOptionalAsked } from './member-threads.ts'

type Asked = Parsed<typeof notifications.create>

/**
 * Asks a club by the specification's notification call: starts a thread with the club named in its data, or writes in the
 * caller's own thread that it names. The receiver is ignored. With a thread's id the same text is written once a day.
 */
export const askByNotification =
  (services: NotifyClubServices) =>
  async (tx: Tx, actor: MemberActor, asked: Asked): Promise<Notification> => {
    // Nobody writes in a member's threads while impersonating them.
    if (isImpersonating(actor)) throw new Problem('notification_not_allowed')
    const { title, message: text, data, messageThreadId } = parsed(asked)
    const known = messageThreadId && (await selectOptionalAsked(tx, messageThreadId, actor))
    const token = messageThreadId ? [messageThreadId, title, text, copenhagenDate(tx.now)].join('\0') : newToken()
    const { thread } = known
      ? await writeOn(services, tx, actor, { threadId: messageThreadId, text, token })
      : await askClub(services, tx, actor, { orgId: await orgIdOf(tx, data.org), subject: title, text, token })
    const hash = tokenHashOf(actor.memberId, known ? messageThreadId : 'ask', token)
    const written = await selectMessageOnce(tx, hash)
    if (!written) throw new Error('Message not found after insert')
    const { id, createdAt } = written
    return {
      id,
      messageThreadId: thread.id,
      receiverId: asked.receiverId,
      senderId: actor.memberId,
      type: 'CONTACT_US',
      title,
      message: text,
      data: contactData(services.publicUrl, thread.club.key, thread.id),
      read: false,
      createdAt: createdAt.toISOString(),
      readDate: null,
      settledAt: null,
    }
  }

function parsed(asked: Asked) {
  const { success, data, error } = ToClub.safeParse(asked)
  if (success) return data
  const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new Problem('invalid_input', { errors })
}

/** A club by its id or its key. */
async function orgIdOf(tx: Tx, org: string): Promise<string> {
  const id = Id.safeParse(org)
  if (id.success) return id.data
  const found = await selectOptionalOrganisationByKey(tx, org)
  if (!found) throw new Problem('organisation_not_found')
  return found.id
}
