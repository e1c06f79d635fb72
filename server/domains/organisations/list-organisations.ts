import { textIn } from '#contract/local-text.ts'
import { FEW_CLUBS, type Organisation } from '#contract/organisations.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { selectOpenOrganisations, selectOwnOrganisations, type OrganisationRow, type Page } from './queries.ts'

/** What later domains know about organisations, by organisation id; one query each, however many organisations. */
export type Facts = (db: Db, orgIds: readonly string[]) => Promise<Map<string, Partial<Organisation>>>

/** In which clubs a family has or had something. */
export type OwnClubs = (db: Db, memberId: string) => Promise<string[]>

const MOST = 1000

export const listOrganisations = async (
  db: Db,
  actor: Actor,
  { limit = MOST, ...page }: Partial<Page>,
  facts: readonly Facts[],
) => withFacts(db, actor, await selectOpenOrganisations(db, { ...page, limit }), facts)

/** The clubs of the caller's family; in an installation of few clubs the others, too. */
export async function listOwnOrganisations(db: Db, actor: MemberActor, ownClubs: OwnClubs, facts: readonly Facts[]) {
  const own = await ownClubs(db, actor.memberId)
  return withFacts(db, actor, await selectOwnOrganisations(db, own, FEW_CLUBS), facts)
}

async function withFacts(db: Db, actor: Actor, rows: readonly OrganisationRow[], facts: readonly Facts[]) {
  const ids = rows.map(({ id }) => id)
  const known = await Promise.all(facts.map((of) => of(db, ids)))
  return rows.map((row): Organisation => ({
    id: row.id,
    key: row.key,
    name: row.name,
    description: textIn(row.description, actor.via.language),
    city: row.city,
    hue: row.hue,
    enabled: row.enabled,
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
