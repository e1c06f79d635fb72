import { pathOf } from '#contract/endpoint.ts'
import { members as contract, type Member } from '#contract/members/members.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { memberImages, members } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { recordAuditEntry } from './audit-log.ts'
import { encodeImage } from '#server/documents/encode-image.ts'
import { type FileStore, hashOf, hashOfKey, type Stored } from '#server/documents/file-store.ts'
import type { Answered } from '#server/http/route.ts'
import { showMember, relationshipOf } from './relationship.ts'
import { may } from './policy.ts'

interface OfMember {
  readonly memberId: string
}

const CONTENT_TYPE = 'image/webp'

/** The portrait of a member, if the caller may see more than a family link shares. */
export async function showImage(
  files: FileStore,
  db: Db,
  actor: MemberActor,
  { memberId }: OfMember,
): Promise<Answered> {
  const found = await relationshipOf(db, actor, memberId)
  const image = found && may(found.relationship, 'see_all') ? await selectOptionalImage(db, memberId) : null
  if (!image) throw new Problem('not_found')
  const bytes = async () => (await files.get(image)) ?? refuse()
  return { contentType: image.contentType, bytes, fileName: 'profile.webp', version: versionOf(image) }
}

/** Stores a re-encoded portrait. No connection is held while it is decoded. */
export async function setImage(
  { files, productKey }: { readonly files: FileStore; readonly productKey: string },
  db: Db,
  actor: MemberActor,
  { memberId, bytes: sent }: OfMember & { bytes: Uint8Array },
): Promise<Member> {
  await requireEditable(db, actor, memberId)
  const image = await files.put(db, Buffer.from(await encodeImage(sent)))
  const path = `${pathOf(contract.image.path, productKey, { memberId })}?v=${versionOf(image)}`
  return inTransaction(db, async (tx) => {
    await requireEditable(tx, actor, memberId)
    await writeImage(tx, { memberId, path, contentType: CONTENT_TYPE, ...image })
    await recordAuditEntry(tx, actor, { subjectId: memberId, name: 'image_changed' })
    return showMember(tx, actor, memberId)
  })
}

/** Removes the portrait; initials are shown instead. */
export async function removeImage(tx: Tx, actor: MemberActor, { memberId }: OfMember): Promise<Member> {
  await requireEditable(tx, actor, memberId)
  await deleteImage(tx, memberId)
  await recordAuditEntry(tx, actor, { subjectId: memberId, name: 'image_changed', data: { removed: true } })
  return showMember(tx, actor, memberId)
}

/** Somebody the caller may not see is answered like an unknown person. */
async function requireEditable(db: Reader, actor: MemberActor, memberId: string): Promise<void> {
  const found = await relationshipOf(db, actor, memberId)
  if (!found) throw new Problem('not_found')
  if (!may(found.relationship, 'edit')) throw new Problem('forbidden')
}

const versionOf = ({ bytes, bucketKey }: Stored): string =>
  Buffer.from(bucketKey === null ? hashOf(bytes) : hashOfKey(bucketKey), 'hex')
    .toString('base64url')
    .slice(0, 16)

function refuse(): never {
  throw new Problem('not_found')
}

type ImageRow = typeof memberImages.$inferSelect

async function selectOptionalImage(db: Reader, memberId: string): Promise<ImageRow | null> {
  const [row] = await db.select().from(memberImages).where(eq(memberImages.memberId, memberId))
  return row ?? null
}

/** Locks the member's row first, so that portraits are changed one at a time. @param path its address with version */
async function writeImage(
  tx: Tx,
  { memberId, path, ...image }: Pick<ImageRow, 'memberId' | 'contentType' | 'bytes' | 'bucketKey'> & { path: string },
): Promise<void> {
  await updatePath(tx, memberId, path)
  await tx
    .insert(memberImages)
    .values({ memberId, ...image })
    .onConflictDoUpdate({ target: memberImages.memberId, set: { ...image, createdAt: sql`portal_now()` } })
}

async function deleteImage(tx: Tx, memberId: string): Promise<void> {
  await updatePath(tx, memberId, null)
  await tx.delete(memberImages).where(eq(memberImages.memberId, memberId))
}

const updatePath = (tx: Tx, memberId: string, path: string | null) =>
  tx
    .update(members)
    .set({ profileImage: path, updateDate: sql`portal_now()` })
    .where(eq(members.id, memberId))
