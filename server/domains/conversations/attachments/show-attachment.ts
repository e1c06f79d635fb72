import type { Db, Reader } from '#server/database/db.ts'
import { organisations, threadAttachments, threadMessages, threads } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, eq, isNotNull, or, type SQL } from '#server/database/sql.ts'
import type { FileStore, Stored } from '#server/documents/file-store.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import { hasScopeSql } from '#server/identity/scopes.ts'
import { requireLinkedThread } from '../visitor-threads/visitor-threads.ts'
import { visibleTo } from '../threads.ts'
import { attachmentFacts, ownUnsent } from './attach-file.ts'

interface Which {
  readonly attachmentId: string
}

/** A file, for the asker of its thread and its club's office; until it is sent, for its uploader. */
export const showAttachment = (
  files: FileStore,
  db: Db,
  actor: MemberActor,
  { attachmentId }: Which,
): Promise<Answered> =>
  download(
    files,
    db,
    attachmentId,
    or(
      ownUnsent({ memberId: actor.memberId }),
      visibleTo(actor),
      and(isNotNull(threads.id), hasScopeSql(actor, 'inbox', organisations.key)),
    ),
  )

/** A file of the thread that a visitor's link opens. Throws `thread_link_invalid`, too. */
export async function showAttachmentByLink(
  { secrets, files }: { readonly secrets: Secrets; readonly files: FileStore },
  db: Db,
  { link, attachmentId }: Which & { readonly link: string },
): Promise<Answered> {
  return download(files, db, attachmentId, eq(threads.id, await requireLinkedThread(secrets, db, link)))
}

async function download(files: FileStore, db: Db, id: string, where: SQL | undefined): Promise<Answered> {
  const found = await selectOptionalAttachment(db, id, where)
  if (!found) return refuse()
  const bytes = async () => {
    const stored = await selectStored(db, id)
    return (stored && (await files.get(stored))) ?? refuse()
  }
  // The content of an id never changes.
  return { contentType: found.contentType, fileName: found.name, bytes, version: id }
}

function refuse(): never {
  throw new Problem('attachment_not_found')
}

/** A file without its bytes. An unsent one has neither thread nor club. */
async function selectOptionalAttachment(db: Reader, id: string, where: SQL | undefined) {
  const [row] = await db
    .select(attachmentFacts)
    .from(threadAttachments)
    .leftJoin(threadMessages, eq(threadMessages.id, threadAttachments.messageId))
    .leftJoin(threads, eq(threads.id, threadMessages.threadId))
    .leftJoin(organisations, eq(organisations.id, threads.orgId))
    .where(and(eq(threadAttachments.id, id), where))
  return row ?? null
}

async function selectStored(db: Reader, id: string): Promise<Stored | null> {
  const [row] = await db
    .select({ bytes: threadAttachments.bytes, bucketKey: threadAttachments.bucketKey })
    .from(threadAttachments)
    .where(eq(threadAttachments.id, id))
  return row ?? null
}
