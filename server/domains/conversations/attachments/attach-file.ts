import { type Attachment, MOST_ATTACHMENTS } from '#contract/conversations/parts.ts'
import { type Db, inTransaction, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { threadAttachments } from '#server/database/schema/index.ts'
import { and, eq, isNull, sql } from '#server/database/sql.ts'
import type { FileStore } from '#server/documents/file-store.ts'
import { lockEnabledMember } from '#server/domains/members/index.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { ConcurrencyLimiter } from '#server/http/limits/concurrency-limiter.ts'
import { Problem } from '#server/http/problem.ts'
import { type AttachmentOwner, type AttachmentRow, presentAttachment } from '../threads.ts'
import { requirePass } from '../visitor-threads/proof-of-work.ts'
import { acceptFile } from './accept-file.ts'
import { countFile, ownerOf, requireRoom, type Uploader } from './upload-limits.ts'

interface Upload {
  readonly name: string
  readonly bytes: Uint8Array
}

interface OfFile {
  readonly attachmentId: string
}

interface OfPass {
  readonly pass: string
}

/** Whether a member may send a file, before it is read. Throws `too_many_attachments` and `upload_limit`. */
export const admitFile = (db: Db, { memberId }: MemberActor, _: unknown, bytes: number): Promise<void> =>
  admit(db, { memberId }, bytes)

/** A member uploads a file for a message that they have not sent yet. */
export const attachFile = (files: FileStore, db: Db, { memberId }: MemberActor, upload: Upload): Promise<Attachment> =>
  keepFile(files, db, { memberId }, upload)

/** Checks a file of the holder of a pass. Also throws `challenge_failed` and `too_many_requests`. */
export async function admitVisitorsFile(db: Db, { via }: Actor, { pass }: OfPass, bytes: number): Promise<void> {
  await admit(db, { passHash: await requirePass(db, pass), ip: via.ip }, bytes)
}

/** Attaches a file for the holder of a pass, which is valid for one message. Also throws `challenge_failed`. */
export const attachAsVisitor = async (
  files: FileStore,
  db: Db,
  { via }: Actor,
  { pass, ...upload }: Upload & OfPass,
): Promise<Attachment> => keepFile(files, db, { passHash: await requirePass(db, pass), ip: via.ip }, upload)

async function admit(db: Db, uploader: Uploader, bytes: number): Promise<void> {
  await requireFewer(db, ownerOf(uploader))
  await requireRoom(db, uploader, bytes)
}

/** No connection is held while a picture is decoded. */
async function keepFile(files: FileStore, db: Db, uploader: Uploader, { name, bytes }: Upload): Promise<Attachment> {
  const owner = ownerOf(uploader)
  const accepted = await countFile(db, uploader, bytes.length, () => acceptFile(name, bytes))
  const file = { ...accepted, size: accepted.bytes.length, ...(await files.put(db, accepted.bytes)) }
  return inTurn.run(
    () =>
      inTransaction(db, async (tx) => {
        if ('memberId' in owner) await lockEnabledMember(tx, owner.memberId)
        await lockOwner(tx, owner)
        await requireFewer(tx, owner)
        return presentAttachment(await insertAttachment(tx, owner, file))
      }),
    Object.values(owner).join(''),
  )
}

/** Only one upload per owner waits for the lock with a connection. */
const inTurn = new ConcurrencyLimiter({ places: Infinity, perCaller: 1 })

/** A member may be writing two messages. */
async function requireFewer(db: Reader, owner: AttachmentOwner): Promise<void> {
  const most = 'memberId' in owner ? 2 * MOST_ATTACHMENTS : MOST_ATTACHMENTS
  if ((await countUnsent(db, owner)) >= most) throw new Problem('too_many_attachments')
}

/** Deletes a member's unsent file. */
export const detachFile = (tx: Tx, { memberId }: MemberActor, { attachmentId }: OfFile): Promise<void> =>
  detach(tx, { memberId }, attachmentId)

/** Removes a file of a pass. Throws `challenge_failed`, too. */
export const detachAsVisitor = async (tx: Tx, { pass, attachmentId }: OfFile & OfPass): Promise<void> =>
  detach(tx, { passHash: await requirePass(tx, pass) }, attachmentId)

async function detach(tx: Tx, owner: AttachmentOwner, attachmentId: string): Promise<void> {
  if (!(await deleteUnsent(tx, owner, attachmentId))) throw new Problem('attachment_not_found')
}

/** Hours after which an unsent file is deleted, and how many are deleted at once. */
const HOURS = 24
const CHUNK = 100

/** Deletes files that were not sent within a day of their upload, unless an answer that waits or could not be sent has them. @returns how many */
export async function deleteUnsentUploads(db: Db): Promise<number> {
  for (let forgotten = 0; ;) {
    const chunk = await inTransaction(db, (tx) => deleteOldUnsent(tx, HOURS, CHUNK))
    forgotten += chunk
    if (chunk < CHUNK) return forgotten
  }
}

/** The columns of a file without its bytes. */
export const attachmentFacts = {
  id: threadAttachments.id,
  messageId: threadAttachments.messageId,
  name: threadAttachments.name,
  contentType: threadAttachments.contentType,
  size: threadAttachments.size,
}

export const ownUnsent = (owner: AttachmentOwner) =>
  and(
    isNull(threadAttachments.messageId),
    'memberId' in owner
      ? eq(threadAttachments.memberId, owner.memberId)
      : eq(threadAttachments.passHash, owner.passHash),
  )

/** One upload per owner at a time, so that unsent files can be counted. */
export const lockOwner = (tx: Tx, owner: AttachmentOwner) => lockKey(tx, `upload ${Object.values(owner).join('')}`)

/** Not of an answer that waits, or could not be sent and may be taken up again. */
const isOfNoAnswer = sql`id::text not in (
          select jsonb_array_elements_text(payload -> 'attachmentIds') from delayed_actions
          where kind = 'answer' and state in ('waiting', 'refused'))`

const countUnsent = (db: Reader, owner: AttachmentOwner): Promise<number> =>
  db.$count(threadAttachments, and(ownUnsent(owner), isOfNoAnswer))

async function insertAttachment(
  tx: Tx,
  owner: AttachmentOwner,
  file: Pick<typeof threadAttachments.$inferInsert, 'name' | 'contentType' | 'size' | 'bytes' | 'bucketKey'>,
): Promise<AttachmentRow> {
  const [row] = await tx
    .insert(threadAttachments)
    .values({ id: newId(), ...owner, ...file })
    .returning(attachmentFacts)
  return row!
}

/** @returns whether they had such an unsent file */
async function deleteUnsent(tx: Tx, owner: AttachmentOwner, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(threadAttachments).where(and(eq(threadAttachments.id, id), ownUnsent(owner)))
  return rowCount === 1
}

/** Deletes one chunk. @returns how many */
async function deleteOldUnsent(tx: Tx, hours: number, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${threadAttachments} where id in (
      select id from ${threadAttachments}
      where message_id is null and created_at < portal_now() - make_interval(hours => ${hours}::int)
        and ${isOfNoAnswer}
      order by created_at limit ${limit} for update skip locked
    )`)
  return rowCount ?? 0
}
