import type { ClubText, ClubTextPurpose, clubTexts as contract, TextVersions } from '#contract/organisations/texts.ts'
import type { Output, Parsed } from '#contract/endpoint.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { clubTexts, members, organisations } from '#server/database/schema/index.ts'
import { and, desc, eq } from '#server/database/sql.ts'
import type { Actor, OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { type OrganisationRow, selectOptionalOrganisation } from './queries.ts'

/** Versions of one text; more come from a program in a loop. */
const MOST_VERSIONS = 200

export const listTexts = (db: Db, { organisation }: OfficeCaller): Promise<ClubText[]> =>
  selectTexts(db, { orgId: organisation.id })

/** Writes the next version; the one before stays for those who agreed to it. Throws `changed_meanwhile` with today's version. */
export async function writeText(
  tx: Tx,
  caller: OfficeCaller,
  { purpose, text, version }: Parsed<typeof contract.write>,
): Promise<ClubText> {
  const { id: orgId } = caller.organisation
  // The club's row first, so that versions are written one at a time.
  await tx.select({ id: organisations.id }).from(organisations).where(eq(organisations.id, orgId)).for('update')
  const [latest = null] = await selectTexts(tx, { orgId, purpose, most: 1 })
  if (latest && isSame(latest.text, text)) return latest
  await refuseIfChanged(latest ?? { version: 0 }, version, () => latest)
  if (version >= MOST_VERSIONS) throw new Problem('too_many_text_versions', { data: { most: MOST_VERSIONS } })

  const next = version + 1
  await tx.insert(clubTexts).values({ orgId, purpose, version: next, text, writtenBy: caller.actor.actorId })
  await tx
    .update(organisations)
    .set(purpose === 'terms' ? { termsVersion: next } : { privacyVersion: next })
    .where(eq(organisations.id, orgId))
  await recordOfficeChange(tx, caller, {
    name: purpose === 'terms' ? 'terms_written' : 'privacy_written',
    thing: 'club',
    label: caller.organisation.name,
    ...(version > 0 && { before: { version } }),
    after: { version: next },
  })
  const [written] = await selectTexts(tx, { orgId, purpose, most: 1 })
  return written!
}

export const textVersionsOf = ({
  termsVersion: terms,
  privacyVersion: privacy,
}: Pick<OrganisationRow, 'termsVersion' | 'privacyVersion'>): TextVersions => ({ terms, privacy })

const isSame = (one: LocalText, other: LocalText) => one.da === other.da && (one.en ?? '') === (other.en ?? '')

/** A text as anybody reads it. Earlier versions stay readable: orders were agreed to under them. */
export async function readText(
  db: Db,
  { via: { language } }: Actor,
  { id, purpose, version }: Parsed<typeof contract.read>,
): Promise<Output<typeof contract.read>> {
  const club = await selectOptionalOrganisation(db, id)
  if (!club) throw new Problem('organisation_not_found')
  const latest = purpose === 'terms' ? club.termsVersion : club.privacyVersion
  const [row] = latest ? await selectTexts(db, { orgId: id, purpose, version: version ?? latest, most: 1 }) : []
  if (!latest || !row) throw new Problem('not_found')
  const isEnglish = language === 'en' && row.text.en !== undefined
  return {
    orgId: id,
    orgKey: club.key,
    orgName: club.name,
    purpose,
    version: row.version,
    latest,
    text: isEnglish ? row.text.en! : row.text.da,
    language: isEnglish ? 'en' : 'da',
    at: row.at,
  }
}

interface Which {
  readonly orgId: string
  readonly purpose?: ClubTextPurpose
  readonly version?: number
  readonly most?: number
}

/** Newest first. */
async function selectTexts(
  db: Reader,
  { orgId, purpose, version, most = 2 * MOST_VERSIONS }: Which,
): Promise<ClubText[]> {
  const rows = await db
    .select({ row: clubTexts, firstName: members.firstName, lastName: members.lastName })
    .from(clubTexts)
    .leftJoin(members, eq(members.id, clubTexts.writtenBy))
    .where(
      and(
        eq(clubTexts.orgId, orgId),
        purpose && eq(clubTexts.purpose, purpose),
        version === undefined ? undefined : eq(clubTexts.version, version),
      ),
    )
    .orderBy(desc(clubTexts.version), clubTexts.purpose)
    .limit(most)
  return rows.map(({ row, firstName, lastName }) => ({
    purpose: row.purpose,
    version: row.version,
    text: { da: row.text.da, ...(row.text.en && { en: row.text.en }) },
    by: row.writtenBy === null ? null : { id: row.writtenBy, firstName: firstName ?? '', lastName: lastName ?? '' },
    at: row.createdAt.toISOString(),
  }))
}
