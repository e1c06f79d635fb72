import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { selectOptionalOrganisation, type OrganisationFacts } from '#server/domains/organisations/index.ts'
import { isMember, type Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { heldByOthers } from './find-closed.ts'
import { presentConfiguration } from './present.ts'
import { selectConfigurations, selectSeasonsOnSale } from './configuration-queries.ts'

const order = { on_sale: 0, not_yet: 1, ended: 2 }

interface Which {
  readonly id: string
  readonly memberIds?: readonly string[] | undefined
}

/** The seasons of an organisation: what they cost, whether they are on sale, and for whom they are closed; what can be bought first. */
export async function listConfigurations(db: Db, actor: Actor, { id, memberIds = [] }: Which) {
  if (!(await selectOptionalOrganisation(db, id))) throw new Problem('organisation_not_found')
  const [rows, now, held] = await Promise.all([
    selectConfigurations(db, id),
    portalNow(db),
    isMember(actor) && memberIds.length > 0 ? heldByOthers(db, actor, id, memberIds) : [],
  ])
  return rows
    .map((row) => presentConfiguration(row, copenhagenDate(now), held))
    .toSorted((a, b) => order[a.sale] - order[b.sale])
}

/** For the list of organisations: whether a season is on sale. */
export const saleFacts: OrganisationFacts = async (db) => {
  const onSale = await selectSeasonsOnSale(db, copenhagenDate(await portalNow(db)))
  return new Map([...onSale.keys()].map((orgId) => [orgId, { readyForMembershipRenewal: true }]))
}
