import type { UnsentAnswer } from '#contract/conversations/office.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { delayedActions } from '#server/database/schema/index.ts'
import { and, eq } from '#server/database/sql.ts'
import { requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import {
  delayedHandler,
  type DelayedRow,
  forgetPayload,
  recordOfficeChange,
  stopAction,
} from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import type { NotifyAskerServices } from '../notifications/contact-notifications.ts'
import { lockOptionalThread, presentAttachment } from '../threads.ts'
import { answerLater, sendAnswer } from './answer-thread.ts'
import { type InOffice, selectOptionalInOffice } from './office-thread.ts'
import { keepUnsent, keptIn, selectUnsentFiles } from './unsent-answer.ts'

/** Sends the answers that were not stopped. One that cannot be sent is kept for its author, who is mailed. */
export const answerLaterHandler = (services: NotifyAskerServices & { readonly db: Db }) =>
  delayedHandler(
    services.db,
    answerLater,
    'inbox',
    async (tx, action) => {
      const { orgId, thingId: threadId, actorId } = action
      const kept = keptIn(action)!
      const organisation = await selectOrganisation(tx, orgId)
      const thread = await lockOptionalThread(tx, threadId, { organisation })
      if (!thread) throw new Problem('thread_not_found')
      await sendAnswer(services, tx, { thread, organisation, memberId: actorId, ...kept })
      await forgetPayload(tx, action.id)
    },
    notifyAuthor,
  )

const notifyAuthor = (
  tx: Tx,
  { id: actionId, actorId, orgId }: Pick<DelayedRow, 'id' | 'actorId' | 'orgId'>,
): Promise<void> =>
  requestMail(tx, {
    template: 'answer-not-sent',
    memberId: actorId,
    orgId,
    data: { actionId },
    onceKey: `answer-not-sent:${actionId}`,
  })

interface Which extends InOffice {
  readonly actionId: string
}

/**
 * Stops an answer. Its author gets the text back to edit it; stopped by a colleague, it is kept for them. Also takes back an own answer
 * that could not be sent.
 */
export async function stopAnswer(
  tx: Tx,
  caller: OfficeCaller,
  { actionId, threadId }: Which,
): Promise<Pick<UnsentAnswer, 'text' | 'attachments'> | null> {
  const { memberId } = caller.actor
  const shown = await selectOptionalInOffice(tx, caller, { threadId })
  if (!shown) throw new Problem('thread_not_found')
  const before = await selectAction(tx, { actionId, threadId })
  if (!before) throw new Problem('too_late_to_stop')
  const own = before.actorId === memberId
  const from = own && before.state === 'refused' ? 'refused' : 'waiting'
  const [action] = await stopAction(tx, caller, {
    actionId,
    kind: 'answer',
    from,
    refusal: own ? null : 'answer_stopped',
  })
  const { subject } = shown.thread
  if (from === 'waiting')
    await recordOfficeChange(tx, caller, { name: 'answer_stopped', thing: 'thread', thingId: threadId, label: subject })
  if (!own) {
    await notifyAuthor(tx, action)
    return null
  }
  const kept = keptIn(action)
  const files = await selectUnsentFiles(tx, memberId, kept?.attachmentIds ?? [])
  // They are of the draft again, and kept as long as new ones.
  await keepUnsent(tx, files)
  await forgetPayload(tx, actionId)
  return { text: kept?.text ?? '', attachments: files.map(presentAttachment) }
}

async function selectAction(db: Reader, { actionId, threadId }: Which) {
  const [row] = await db
    .select({ actorId: delayedActions.actorId, state: delayedActions.state })
    .from(delayedActions)
    .where(
      and(eq(delayedActions.id, actionId), eq(delayedActions.kind, 'answer'), eq(delayedActions.thingId, threadId)),
    )
  return row ?? null
}
