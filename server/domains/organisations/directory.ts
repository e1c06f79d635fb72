import { textsIn } from '#contract/local-text.ts'
import type { ClubProfile, DirectoryEntry } from '#contract/organisations/organisations.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { faceOf } from './club-face.ts'
import { textVersionsOf } from './club-texts.ts'
import { selectOpenOrganisations, selectOptionalOrganisation, type OrganisationRow, type Page } from './queries.ts'

/** Public facts that a later domain knows about clubs, by club id, in one query. */
type PublicFacts = (
  db: Db,
  orgIds: readonly string[],
) => Promise<ReadonlyMap<string, Partial<Pick<DirectoryEntry, 'events' | 'membershipFrom' | 'testMode'>>>>

export interface PublicSources {
  readonly publicFacts: { readonly testMode: PublicFacts; readonly prices: PublicFacts; readonly events: PublicFacts }
  /** Seasons that a club sells now or later. */
  readonly listOpenSeasons: (db: Db, language: Language, orgId: string) => Promise<ClubProfile['memberships']>
}

/** A page of the open clubs, as anyone may see them. */
export const listDirectory = async (
  sources: PublicSources,
  db: Db,
  actor: Actor,
  { limit = 24, ...page }: Partial<Page>,
): Promise<DirectoryEntry[]> => withFacts(sources, db, actor, await selectOpenOrganisations(db, { ...page, limit }))

/** A club's public page. Throws `organisation_not_found` for a closed club. */
export async function showProfile(sources: PublicSources, db: Db, actor: Actor, id: string): Promise<ClubProfile> {
  const club = await selectOptionalOrganisation(db, id)
  if (!club) throw new Problem('organisation_not_found')
  const [entries, memberships] = await Promise.all([
    withFacts(sources, db, actor, [club]),
    sources.listOpenSeasons(db, actor.via.language, id),
  ])
  const { danish = [], paused } = textsIn({ paused: club.pausedText ?? { da: '' } }, actor.via.language)
  const entry = entries[0]!
  return {
    ...entry,
    address: club.address,
    phone: club.phone,
    website: siteOf(club),
    cvr: club.cvr,
    ...(entry.isPaused && { paused, danish: [...(entry.danish ?? []), ...danish] }),
    texts: textVersionsOf(club),
    memberships,
  }
}

async function withFacts({ publicFacts }: PublicSources, db: Db, { via }: Actor, clubs: readonly OrganisationRow[]) {
  const ids = clubs.map(({ id }) => id)
  const known = await Promise.all(Object.values(publicFacts).map((of: PublicFacts) => of(db, ids)))
  return clubs.map((club): DirectoryEntry => ({
    id: club.id,
    key: club.key,
    name: club.name,
    ...textsIn({ description: club.description }, via.language),
    city: club.city,
    hue: club.hue,
    face: faceOf(club),
    events: 0,
    membershipFrom: null,
    testMode: false,
    ...(club.state === 'paused' && { isPaused: true }),
    ...Object.assign({}, ...known.map((by) => by.get(club.id))),
  }))
}

/** A club's website; null if it is not an address that a browser may follow. */
export function siteOf({ website }: Pick<OrganisationRow, 'website'>): string | null {
  const url = URL.parse(website ?? '')
  return url && /^https?:$/.test(url.protocol) && !url.username ? url.href : null
}
