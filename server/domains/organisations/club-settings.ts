import { type ClubDetails, type ClubSettings, type clubSettings, isCvr } from '#contract/organisations/settings.ts'
import type { Parsed } from '#contract/endpoint.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { organisations } from '#server/database/schema/index.ts'
import { and, eq, ne, sql } from '#server/database/sql.ts'
import { readableShade } from '#server/documents/colour.ts'
import { encodeCover, encodeLogo } from '#server/documents/encode-image.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { faceOf, removeClubPicture, setClubPicture } from './club-face.ts'
import { requireStorage, selectStorage } from './club-storage.ts'
import { type OrganisationRow, selectOrganisation } from './queries.ts'

export const showSettings = async (db: Db, { organisation }: OfficeCaller): Promise<ClubSettings> =>
  present(db, await selectOrganisation(db, organisation.id))

/** Saves over the version that was edited. Throws `changed_meanwhile` with the details as they are now. */
export async function saveSettings(
  tx: Tx,
  caller: OfficeCaller,
  { version, ...sent }: Parsed<typeof clubSettings.save>,
): Promise<ClubSettings> {
  const row = await lockClub(tx, caller.organisation.id)
  await refuseIfChanged(row, version, () => present(tx, row))
  const before = detailsOf(row)
  const { orgId: _, ...after } = sent
  // A number from before it was checked may stay.
  if (after.cvr !== '' && after.cvr !== before.cvr && !isCvr(after.cvr)) throw new Problem('cvr_invalid')
  const changes = differing(before, after)
  if (!changes) return present(tx, row)

  const [saved] = await tx
    .update(organisations)
    .set({ ...columnsOf(after), version: version + 1 })
    .where(eq(organisations.id, row.id))
    .returning()
  await recordOfficeChange(tx, caller, { name: 'club_changed', thing: 'club', label: after.name, ...changes })
  return present(tx, saved!)
}

type Picture = { readonly use: 'logo' | 'cover' }

/** Stores a picture, encoded. No connection is held while it is decoded. */
export async function setPicture(
  db: Db,
  caller: OfficeCaller,
  { use, bytes }: Picture & { readonly bytes: Uint8Array },
): Promise<ClubSettings> {
  const picture = await (use === 'logo' ? encodeLogo : encodeCover)(bytes)
  const { id: orgId } = caller.organisation
  return inTransaction(db, async (tx) => {
    await setClubPicture(tx, { orgId, use }, picture)
    await requireStorage(tx, orgId, 'storage_full')
    await recordOfficeChange(tx, caller, {
      name: 'club_picture_set',
      thing: 'club',
      label: use,
      after: { picture: use },
    })
    return present(tx, await selectOrganisation(tx, orgId))
  })
}

export async function removePicture(tx: Tx, caller: OfficeCaller, { use }: Picture): Promise<ClubSettings> {
  const { id: orgId } = caller.organisation
  if (await removeClubPicture(tx, { orgId, use })) {
    const before = { picture: use }
    await recordOfficeChange(tx, caller, { name: 'club_picture_removed', thing: 'club', label: use, before })
  }
  return present(tx, await selectOrganisation(tx, orgId))
}

/** Other clubs with a number that is typed. */
export const listSameCvr = (db: Db, { organisation: { id } }: OfficeCaller, { cvr }: { readonly cvr: string }) =>
  selectNamesWithCvr(db, { id, cvr })

/** How a colour would be shown. */
export const showShade = (colour: string) => ({ colour, shade: readableShade(colour) })

/** The club's row, locked: its details are saved one at a time. */
async function lockClub(tx: Tx, id: string): Promise<OrganisationRow> {
  const [row] = await tx.select().from(organisations).where(eq(organisations.id, id)).for('update')
  return row!
}

const detailsOf = (row: OrganisationRow): ClubDetails => ({
  name: row.name,
  description: row.description,
  address: row.address,
  city: row.city,
  cvr: row.cvr ?? '',
  email: row.contactEmail.toLowerCase(),
  phone: row.phone,
  website: row.website ?? '',
  bankRegistration: row.bankRegistration,
  bankAccount: row.bankAccount,
  mobilePay: row.mobilePay,
  colour: row.colour,
  graceDays: row.graceDays,
})

const columnsOf = ({ email, cvr, website, ...others }: ClubDetails) => ({
  ...others,
  contactEmail: email,
  cvr: cvr || null,
  website: website || null,
})

/** The changed fields, flat, before and after; null if there are none. */
function differing(before: ClubDetails, after: ClubDetails) {
  const flat = ({ description: { da, en }, ...fields }: ClubDetails): Record<string, unknown> => ({
    ...fields,
    descriptionDa: da,
    descriptionEn: en ?? '',
  })
  const [one, other] = [flat(before), flat(after)]
  const names = Object.keys(other).filter((name) => one[name] !== other[name])
  const picked = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]))
  return names.length === 0 ? null : { before: picked(one), after: picked(other) }
}

async function present(db: Reader, row: OrganisationRow): Promise<ClubSettings> {
  const { id, key, hue, version, cvr } = row
  const sameCvr = cvr ? await selectNamesWithCvr(db, { id, cvr }) : []
  const storage = await selectStorage(db, id)
  return { ...detailsOf(row), orgId: id, key, hue, face: faceOf(row), version, sameCvr, storage }
}

/** Other open clubs with the number. */
async function selectNamesWithCvr(db: Reader, { id, cvr }: { id: string; cvr: string }): Promise<string[]> {
  const rows = await db
    .select({ name: organisations.name })
    .from(organisations)
    .where(and(eq(organisations.cvr, cvr), ne(organisations.id, id), sql`enabled`))
    .orderBy(sql`danish_order(${organisations.name})`)
    .limit(5)
  return rows.map(({ name }) => name)
}
