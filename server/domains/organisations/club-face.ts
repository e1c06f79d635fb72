import { createHash } from 'node:crypto'
import type { ClubFace } from '#contract/organisations/face.ts'
import { oklch, readableShade } from '#server/documents/colour.ts'
import type { Download } from '#contract/endpoint.ts'
import { batched } from '#server/database/batch.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { executePrepared, whenOne } from '#server/database/prepared.ts'
import { clubPictures, organisations } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'
import type { OrganisationRow } from './queries.ts'

/** The columns of a club that its name is shown with. */
export const clubColumns = {
  id: organisations.id,
  key: organisations.key,
  name: organisations.name,
  hue: organisations.hue,
  colour: organisations.colour,
  logo: organisations.logo,
  cover: organisations.cover,
}

export type ClubRow = Pick<OrganisationRow, keyof typeof clubColumns>
type Faced = Pick<ClubRow, 'hue' | 'colour' | 'logo' | 'cover'>

export const presentClub = ({ id, key, name, hue, ...face }: ClubRow) => ({
  id,
  key,
  name,
  hue,
  face: faceOf({ hue, ...face }),
})

/** A club without a colour has one of its hue. */
export const faceOf = ({ hue, colour, logo, cover }: Faced): ClubFace => ({
  colour: readableShade(colour ?? oklch(0.46, 0.09, hue)),
  logo,
  cover,
})

/** A logo or cover of an open club. */
export async function showClubPicture(
  db: Db,
  { id, v, size }: { id: string; v: string; size?: 'small' | undefined },
): Promise<Download> {
  const { rows } = await executePrepared<{ bytes: Buffer; contentType: string; use: string }>(
    db,
    'organisations.picture',
    sql`
    select ${size ? sql`small as bytes, 'image/webp' as "contentType"` : sql`bytes, content_type as "contentType"`}, use
    from club_pictures join organisations on organisations.id = org_id and organisations.enabled
    where org_id = ${id} and version = ${v}`,
  )
  const [picture] = rows
  if (!picture) throw new Problem('not_found')
  const { bytes, contentType, use } = picture
  return {
    bytes,
    contentType,
    fileName: `${use}.${contentType.split('/')[1]}`,
    version: size ? `${v}-${size}` : v,
    isPublic: true,
  }
}

type PictureRow = typeof clubPictures.$inferSelect

/** A picture in both sizes, encoded. */
export type ClubPicture = Pick<PictureRow, 'contentType' | 'bytes' | 'small'>

/** Writes a club's logo or cover. The club's row first, so that pictures are changed one at a time. */
export async function setClubPicture(
  tx: Tx,
  { orgId, use }: Pick<PictureRow, 'orgId' | 'use'>,
  picture: ClubPicture,
): Promise<void> {
  const version = createHash('sha256').update(picture.bytes).digest('base64url').slice(0, 16)
  await tx
    .update(organisations)
    .set({ [use]: version })
    .where(eq(organisations.id, orgId))
  const set = { version, ...picture }
  await tx
    .insert(clubPictures)
    .values({ orgId, use, ...set })
    .onConflictDoUpdate({
      target: [clubPictures.orgId, clubPictures.use],
      set: { ...set, createdAt: sql`portal_now()` },
    })
}

/** Removes a club's logo or cover. @returns whether there was one */
export async function removeClubPicture(tx: Tx, { orgId, use }: Pick<PictureRow, 'orgId' | 'use'>): Promise<boolean> {
  await tx
    .update(organisations)
    .set({ [use]: null })
    .where(eq(organisations.id, orgId))
  const { rowCount } = await tx
    .delete(clubPictures)
    .where(and(eq(clubPictures.orgId, orgId), eq(clubPictures.use, use)))
  return rowCount === 1
}

/** The face of a club as documents and mails show it, with the logo's bytes (PNG). */
export interface PrintedFace {
  readonly colour: string
  readonly logo: Uint8Array | null
}

export async function selectPrintedFace(
  db: Reader,
  club: { readonly id: string } | { readonly key: string },
): Promise<PrintedFace> {
  const face = await ('id' in club ? printedById(db, club.id) : printedByKey(db, club.key))
  if (!face) throw new Error('Organisation not found')
  return face
}

const printedById = printedBy('id')
const printedByKey = printedBy('key')

function printedBy(column: 'id' | 'key') {
  return batched<PrintedFace | null>(async (db, those) => {
    const rows = await db
      .select({ ...clubColumns, bytes: clubPictures.bytes })
      .from(organisations)
      .leftJoin(clubPictures, and(eq(clubPictures.orgId, organisations.id), eq(clubPictures.use, 'logo')))
      .where(inArray(organisations[column], [...those]))
      .prepare(whenOne(`organisations.printed-by-${column}`, those))
      .execute()
    return (one) => {
      const row = rows.find((each) => each[column] === one)
      return row ? { colour: faceOf(row).colour, logo: row.bytes } : null
    }
  })
}
