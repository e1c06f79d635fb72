import type { Conversation } from '#contract/conversation-answers.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { Problem } from '#server/http/problem.ts'
import { countUse, type Rate } from '#server/http/limits/rate.ts'
import { isOf, selectOptionalAsked } from '../asking/queries.ts'
import { showConversation } from '../asking/show-thread.ts'
import { lockOptionalThread, selectMessageOnce } from '../queries.ts'
import { tellClub, type TellServices } from '../telling/tell-club.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { readThreadLink } from './thread-link.ts'

/** The thread that a link opens. Throws `thread_link_invalid`. */
function requireThreadId(secrets: Secrets, link: string): string {
  const threadId = readThreadLink(secrets, link)
  if (!threadId) throw new Problem('thread_link_invalid')
  return threadId
}

/** The same, as long as the portal knows whose it is. */
export async function requireLinkedThread(secrets: Secrets, db: Reader, link: string): Promise<string> {
  const threadId = requireThreadId(secrets, link)
  if (!(await selectOptionalAsked(db, threadId, null))) throw new Problem('thread_link_invalid')
  return threadId
}

export const showByLink = (
  { secrets }: TellServices,
  db: Db,
  { link, before }: { link: string; before?: string | undefined },
): Promise<Conversation> => show(db, requireThreadId(secrets, link), before)

/** Of one thread, from whatever addresses. Whoever writes in it has it locked: nobody else waits for the count. */
const RATES: readonly Rate[] = [{ calls: 5 }, { calls: 50, seconds: 86_400 }]

/** A visitor goes on in their thread. The same token writes once. */
export async function writeByLink(
  services: TellServices,
  tx: Tx,
  { link, text, token }: { link: string; text: string; token: string },
): Promise<Conversation> {
  const threadId = requireThreadId(services.secrets, link)
  const thread = await lockOptionalThread(tx, threadId, isOf(null))
  if (!thread) throw new Problem('thread_link_invalid')
  const tokenHash = tokenHashOf('link', threadId, token)
  if (!(await selectMessageOnce(tx, tokenHash))) {
    for (const rate of RATES) await countUse(tx, `link ${rate.seconds ?? 60}`, threadId, rate)
    const author = thread.visitorName ?? ''
    const told = await writeMessage(tx, thread, { sender: 'asker', memberId: null, author, text, tokenHash })
    const organisation = await selectOrganisation(tx, thread.orgId)
    await tellClub(services, tx, { ...told, isNew: thread.state !== 'open', organisation })
  }
  return show(tx, threadId)
}

async function show(db: Reader, threadId: string, before?: string): Promise<Conversation> {
  const found = await showConversation(db, { threadId, memberId: null, before })
  if (!found) throw new Problem('thread_link_invalid')
  return found
}
