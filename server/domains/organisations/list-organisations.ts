import { textsIn } from '#contract/local-text.ts'
import { FEW_CLUBS, type Organisation } from '#contract/organisations/organisations.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { faceOf } from './club-face.ts'
import { textVersionsOf } from './club-texts.ts'
import { selectOpenOrganisations, selectOwnOrganisations, type OrganisationRow, type Page } from './queries.ts'

/** Facts that a later domain knows about organisations, by their ids, in one query. */
export type Facts = (db: Db, orgIds: readonly string[]) => Promise<Map<string, Partial<Organisation>>>

export interface OwnSources {
  readonly facts: { readonly payment: Facts; readonly sale: Facts; readonly events: Facts }
  /** The clubs in which a family has or had something. */
  readonly selectOwnClubs: (db: Db, memberId: string) => Promise<string[]>
}

const MOST = 1000

export const listOrganisations = async (
  sources: OwnSources,
  db: Db,
  actor: Actor,
  { limit = MOST, ...page }: Partial<Page>,
) => withFacts(sources, db, actor, await selectOpenOrganisations(db, { ...page, limit }))

/** The clubs of the caller's family; if there are only few clubs, the others as well. */
export async function listOwnOrganisations(sources: OwnSources, db: Db, actor: MemberActor) {
  const own = await sources.selectOwnClubs(db, actor.memberId)
  return withFacts(sources, db, actor, await selectOwnOrganisations(db, own, FEW_CLUBS))
}

async function withFacts({ facts }: OwnSources, db: Db, actor: Actor, rows: readonly OrganisationRow[]) {
  const ids = rows.map(({ id }) => id)
  const known = await Promise.all(Object.values(facts).map((of: Facts) => of(db, ids)))
  return rows.map((row): Organisation => ({
    id: row.id,
    key: row.key,
    name: row.name,
    ...textsIn({ description: row.description }, actor.via.language),
    city: row.city,
    hue: row.hue,
    face: faceOf(row),
    texts: textVersionsOf(row),
    enabled: row.enabled,
    ...(row.state === 'paused' && { isPaused: true }),
    paymentProviderId: null,
    paymentProvider: null,
    events: 0,
    eventsForMembers: 0,
    eventsForGuests: 0,
    readyForMembershipRenewal: false,
    paymentTestMode: false,
    ...Object.assign({}, ...known.map((by) => by.get(row.id))),
    paymentAuthToken: null,
  }))
}
