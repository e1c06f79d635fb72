import { MOST_ATTACHMENTS, type Attachment } from '#contract/conversation-parts.ts'
import { inTransaction, type Db, type Reader, type Tx } from '#server/database/db.ts'
import { requireStill } from '#server/domains/members/index.ts'
import { createTurns } from '#server/http/limits/admission.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { acceptFile } from './accept-file.ts'
import { countUnsent, deleteUnsent, insertAttachment, lockOwner } from './attachment-queries.ts'
import { countFile, ownerOf, requireRoom, type Uploader } from './upload-limits.ts'
import { presentAttachment } from '../present.ts'
import type { AttachmentOwner } from '../queries.ts'
import { requirePass } from '../visiting/pass.ts'

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
export const attachFile = (db: Db, { memberId }: MemberActor, upload: Upload): Promise<Attachment> =>
  keepFile(db, { memberId }, upload)

/** The same for whoever holds a pass. Throws `challenge_failed` and `too_many_requests`, too. */
export async function admitVisitorsFile(db: Db, { via }: Actor, { pass }: OfPass, bytes: number): Promise<void> {
  await admit(db, { passHash: await requirePass(db, pass), ip: via.ip }, bytes)
}

/** The same for whoever holds a pass, which is for one message. Throws `challenge_failed`, too. */
export const attachAsVisitor = async (
  db: Db,
  { via }: Actor,
  { pass, ...upload }: Upload & OfPass,
): Promise<Attachment> => keepFile(db, { passHash: await requirePass(db, pass), ip: via.ip }, upload)

async function admit(db: Db, uploader: Uploader, bytes: number): Promise<void> {
  await requireFewer(db, ownerOf(uploader))
  await requireRoom(db, uploader, bytes)
}

/** No connection is held while a picture is decoded. */
async function keepFile(db: Db, uploader: Uploader, { name, bytes }: Upload): Promise<Attachment> {
  const owner = ownerOf(uploader)
  const file = await countFile(db, uploader, bytes.length, () => acceptFile(name, bytes))
  return inTurn(Object.values(owner).join(''), () =>
    inTransaction(db, async (tx) => {
      if ('memberId' in owner) await requireStill(tx, owner.memberId)
      await lockOwner(tx, owner)
      await requireFewer(tx, owner)
      return presentAttachment(await insertAttachment(tx, owner, file))
    }),
  )
}

/** One waits for the lock of an owner with a connection, the others without. */
const inTurn = createTurns(1)

/** A member may write two messages at once. */
async function requireFewer(db: Reader, owner: AttachmentOwner): Promise<void> {
  const most = 'memberId' in owner ? 2 * MOST_ATTACHMENTS : MOST_ATTACHMENTS
  if ((await countUnsent(db, owner)) >= most) throw new Problem('too_many_attachments')
}

/** Forgets a file that its member has not sent. */
export const detachFile = (tx: Tx, { memberId }: MemberActor, { attachmentId }: OfFile): Promise<void> =>
  detach(tx, { memberId }, attachmentId)

/** The same of a file of a pass. Throws `challenge_failed`, too. */
export const detachAsVisitor = async (tx: Tx, { pass, attachmentId }: OfFile & OfPass): Promise<void> =>
  detach(tx, { passHash: await requirePass(tx, pass) }, attachmentId)

async function detach(tx: Tx, owner: AttachmentOwner, attachmentId: string): Promise<void> {
  if (!(await deleteUnsent(tx, owner, attachmentId))) throw new Problem('attachment_not_found')
}
