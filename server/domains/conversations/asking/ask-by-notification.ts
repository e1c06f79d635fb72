import type { Parsed } from '#contract/endpoint.ts'
import { ToClub, type Notification, type notifications } from '#contract/notifications.ts'
import { Id } from '#contract/values.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { selectOptionalOrganisationByKey } from '#server/domains/organisations/index.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectMessageOnce } from '../queries.ts'
import { contactData, type TellServices } from '../telling/tell-club.ts'
import { tokenHashOf } from '../write-message.ts'
import { askClub } from './ask-club.ts'
import { selectOptionalAsked } from './queries.ts'
import { writeOn } from './write-on.ts'

type Asked = Parsed<typeof notifications.create>

/**
 * A question that comes as a notification: it begins a thread with the club that its data names, or goes on in the thread of
 * the caller's that it names. Whom it names as receiver is of no matter. With a thread's id the same words are written once a day.
 */
export const askByNotification =
  (services: TellServices) =>
  async (tx: Tx, actor: MemberActor, asked: Asked): Promise<Notification> => {
    // Threads are one's own: nobody who acts as a member writes theirs.
    if (isImpersonating(actor)) throw new Problem('notification_not_allowed')
    const { title, message: text, data, messageThreadId } = parsed(asked)
    const known = messageThreadId && (await selectOptionalAsked(tx, messageThreadId, actor.memberId))
    const token = messageThreadId ? [messageThreadId, title, text, copenhagenDate(tx.now)].join('\0') : newToken()
    const { thread } = known
      ? await writeOn(services, tx, actor, { threadId: messageThreadId, text, token })
      : await askClub(services, tx, actor, { orgId: await orgIdOf(tx, data.org), subject: title, text, token })
    const hash = tokenHashOf(actor.memberId, known ? messageThreadId : 'ask', token)
    const written = await selectMessageOnce(tx, hash)
    if (!written) throw new Error('A message that was just written is gone')
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
