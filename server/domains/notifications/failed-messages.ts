import type { FailedMessage } from '#contract/notifications/messages.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { countWaiting, selectFailed } from './message-queries.ts'
import { requeueMessage } from './message-state.ts'
import type { ChoiceServices } from './preferences/preferences.ts'
import { enqueueMail } from './mail/send-mail.ts'
import { enqueueWhatsapp } from './whatsapp/send-whatsapp.ts'

const PAGE = 20

/** Messages that were given up, newest first, and how many are still to be sent. */
export async function listFailed(
  db: Db,
  { before }: { before?: string | undefined },
): Promise<{ messages: FailedMessage[]; next: string | null; waiting: number }> {
  const [rows, waiting] = await Promise.all([selectFailed(db, before, PAGE + 1), countWaiting(db)])
  const shown = rows.slice(0, PAGE)
  return {
    messages: shown.map(({ message, receiver }) => ({
      id: message.id,
      channel: message.channel,
      template: message.template,
      receiver: receiver && {
        name: fullName(receiver),
        email: receiver.email,
      },
      createdAt: message.createdAt.toISOString(),
      attempts: message.attempts,
      error: message.error,
    })),
    next: rows.length > PAGE ? shown.at(-1)!.message.id : null,
    waiting,
  }
}

/** Retries a message that was given up, with all attempts; a mail keeps its Message-ID. */
export async function resendMessage(
  { whatsapp }: ChoiceServices,
  tx: Tx,
  actor: Pick<MemberActor, 'actorId'>,
  { id }: { id: string },
): Promise<{ status: 'success' }> {
  const message = await requeueMessage(tx, id)
  if (!message) throw new Problem('not_found')
  if (message.channel === 'whatsapp' && !whatsapp) throw new Problem('whatsapp_off')
  if (message.channel === 'mail') await enqueueMail(tx, message, { since: tx.now })
  else await enqueueWhatsapp(tx, message)
  await recordOperatorChange(tx, actor, { name: 'message_resent', thing: 'mail', thingId: id, label: message.template })
  return { status: 'success' }
}
