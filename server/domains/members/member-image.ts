import { createHash } from 'node:crypto'
import { pathOf, type Download } from '#contract/endpoint.ts'
import { members, type Member } from '#contract/members.ts'
import { inTransaction, type Db, type Reader, type Tx } from '#server/database/db.ts'
import { recordAct } from '#server/domains/acting/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { encodeImage } from './encode-image.ts'
import { showMember } from './find-member.ts'
import * as images from './image-queries.ts'
import { may } from './policy.ts'
import { standingOf } from './standing-queries.ts'

interface OfMember {
  readonly memberId: string
}

const CONTENT_TYPE = 'image/webp'

/** The image of a member about whom the caller may know more than a family link shares. */
export async function showImage(db: Db, actor: MemberActor, { memberId }: OfMember): Promise<Download> {
  const seen = await standingOf(db, actor, memberId)
  const image = seen && may(seen.standing, 'see_all') ? await images.selectOptionalImage(db, memberId) : null
  if (!image) throw new Problem('not_found')
  const { contentType, bytes } = image
  return { contentType, bytes, fileName: 'profile.webp', version: versionOf(bytes) }
}

/** Keeps a picture as the portal makes it, never as it was sent. No connection is held while it is decoded. */
export async function setImage(
  productKey: string,
  db: Db,
  actor: MemberActor,
  { memberId, bytes: sent }: OfMember & { bytes: Uint8Array },
): Promise<Member> {
  await requireEditable(db, actor, memberId)
  const bytes = await encodeImage(sent)
  const path = `${pathOf(members.image.path, productKey, { memberId })}?v=${versionOf(bytes)}`
  return inTransaction(db, async (tx) => {
    await requireEditable(tx, actor, memberId)
    await images.writeImage(tx, { memberId, path, contentType: CONTENT_TYPE, bytes: Buffer.from(bytes) })
    await recordAct(tx, actor, { subjectId: memberId, name: 'image_changed' })
    return showMember(tx, actor, memberId)
  })
}

/** Initials stand in its place from now on. */
export async function removeImage(tx: Tx, actor: MemberActor, { memberId }: OfMember): Promise<Member> {
  await requireEditable(tx, actor, memberId)
  await images.deleteImage(tx, memberId)
  await recordAct(tx, actor, { subjectId: memberId, name: 'image_changed', data: { removed: true } })
  return showMember(tx, actor, memberId)
}

/** Somebody the caller may not see is answered like nobody. */
async function requireEditable(db: Reader, actor: MemberActor, memberId: string): Promise<void> {
  const seen = await standingOf(db, actor, memberId)
  if (!seen || !may(seen.standing, 'see')) throw new Problem('not_found')
  if (!may(seen.standing, 'edit')) throw new Problem('forbidden')
}

const versionOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
