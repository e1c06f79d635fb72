import type { Conversation } from '#contract/conversation-answers.ts'
import type { Tx } from '#server/database/db.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { lockOptionalThread, selectMessageOnce } from '../queries.ts'
import { tellClub, type TellServices } from '../telling/tell-club.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { selectAuthor } from './author.ts'
import { isOf } from './queries.ts'
import { showThread } from './show-thread.ts'

export interface Writing {
  readonly text: string
  readonly attachmentIds?: readonly string[] | undefined
  readonly token: string
}

/** The asker goes on in their own thread: it is the club's turn again. The same token writes once. */
export async function writeOn(
  services: TellServices,
  tx: Tx,
  actor: MemberActor,
  { threadId, text, attachmentIds, token }: Writing & { readonly threadId: string },
): Promise<Conversation> {
  const { memberId } = actor
  const thread = await lockOptionalThread(tx, threadId, isOf(memberId))
  if (!thread) throw new Problem('thread_not_found')
  const tokenHash = tokenHashOf(memberId, threadId, token)
  if (!(await selectMessageOnce(tx, tokenHash))) {
    const { author } = await selectAuthor(tx, memberId)
    const owner = { memberId }
    const written = { sender: 'asker' as const, memberId, author, text, tokenHash, attachmentIds, owner }
    const told = await writeMessage(tx, thread, written)
    const organisation = await selectOrganisation(tx, thread.orgId)
    await tellClub(services, tx, { ...told, isNew: thread.state !== 'open', organisation })
  }
  return showThread(tx, actor, { threadId })
}
