import type { Organisation } from '#contract/organisations.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { selectOpenOrganisations } from './queries.ts'

/** What later domains know about organisations, by organisation id; one query each, however many organisations. */
export type Facts = (db: Db) => Promise<Map<string, Partial<Organisation>>>

export async function listOrganisations(db: Db, actor: Actor, facts: readonly Facts[]): Promise<Organisation[]> {
  const [rows, ...known] = await Promise.all([selectOpenOrganisations(db), ...facts.map((of) => of(db))])
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    description: actor.via.language === 'da' ? row.descriptionDa : row.descriptionEn,
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
