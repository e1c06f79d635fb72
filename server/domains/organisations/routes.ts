import { organisations } from '#contract/organisations.ts'
import { route } from '#server/http/route.ts'
import { listOrganisations, type Facts } from './list-organisations.ts'

/** @param facts what later domains add to the list: payment, sale, event counts */
export const organisationRoutes = (facts: readonly Facts[]) => [
  route(organisations.list, { may: 'identity' }, (db, actor) => listOrganisations(db, actor, facts)),
]
