import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { selectOptionalOrganisation, type OrganisationFacts } from '#server/domains/organisations/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { presentConfiguration } from './present.ts'
import { selectConfigurations, selectSeasonsOnSale } from './queries.ts'

const order = { on_sale: 0, not_yet: 1, ended: 2 }

/** The seasons of an organisation with what they cost and whether they are on sale; what can be bought comes first. */
export async function listConfigurations(db: Db, _: Actor, { id }: { id: string }) {
  if (!(await selectOptionalOrganisation(db, id))) throw new Problem('organisation_not_found')
  const [rows, now] = await Promise.all([selectConfigurations(db, id), portalNow(db)])
  return rows
    .map((row) => presentConfiguration(row, copenhagenDate(now)))
    .toSorted((a, b) => order[a.sale] - order[b.sale])
}

/** For the list of organisations: whether a season is on sale. */
export const saleFacts: OrganisationFacts = async (db) => {
  const onSale = await selectSeasonsOnSale(db, copenhagenDate(await portalNow(db)))
  return new Map([...onSale.keys()].map((orgId) => [orgId, { readyForMembershipRenewal: true }]))
}
