import { eq } from 'drizzle-orm'
import type { Db, Reader } from '#server/database/db.ts'
import { organisations, threadAttachments, threadMessages, threads } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import { holds } from '#server/identity/scopes.ts'
import { requireLinkedThread } from '../visitor-threads/visitor-threads.ts'
import { attachmentFacts } from './attach-file.ts'

interface Which {
  readonly attachmentId: string
}

type Found = NonNullable<Awaited<ReturnType<typeof selectOptionalAttachment>>>

/** A file for the asker of its thread and the admins of its club; while it is unsent, for whoever uploaded it. */
export const showAttachment = (db: Db, actor: MemberActor, { attachmentId }: Which): Promise<Answered> =>
  download(db, attachmentId, ({ memberId, askerId, orgKey }) =>
    orgKey === null ? memberId === actor.memberId : askerId === actor.memberId || holds(actor, 'inbox', orgKey),
  )

/** A file of the thread that a visitor's link opens. Throws `thread_link_invalid`, too. */
export async function showAttachmentByLink(
  { secrets }: { secrets: Secrets },
  db: Db,
  { link, attachmentId }: Which & { readonly link: string },
): Promise<Answered> {
  const threadId = await requireLinkedThread(secrets, db, link)
  return download(db, attachmentId, (found) => found.threadId === threadId)
}

async function download(db: Db, id: string, may: (found: Found) => boolean): Promise<Answered> {
  const found = await selectOptionalAttachment(db, id)
  if (!found || !may(found)) return refuse()
  const bytes = async () => (await selectBytes(db, id)) ?? refuse()
  // What is kept under an id never changes.
  return { contentType: found.contentType, fileName: found.name, bytes, version: id }
}

function refuse(): never {
  throw new Problem('attachment_not_found')
}

/** A file without its bytes, with what decides who may have it: the thread it was sent in, its asker and its club; all null while unsent. */
async function selectOptionalAttachment(db: Reader, id: string) {
  const [row] = await db
    .select({
      ...attachmentFacts,
      memberId: threadAttachments.memberId,
      threadId: threads.id,
      askerId: threads.memberId,
      orgKey: organisations.key,
    })
    .from(threadAttachments)
    .leftJoin(threadMessages, eq(threadMessages.id, threadAttachments.messageId))
    .leftJoin(threads, eq(threads.id, threadMessages.threadId))
    .leftJoin(organisations, eq(organisations.id, threads.orgId))
    .where(eq(threadAttachments.id, id))
  return row ?? null
}

async function selectBytes(db: Reader, id: string): Promise<Buffer | null> {
  const [row] = await db
    .select({ bytes: threadAttachments.bytes })
    .from(threadAttachments)
    .where(eq(threadAttachments.id, id))
  return row?.bytes ?? null
}
