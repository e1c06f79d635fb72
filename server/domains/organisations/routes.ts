import { organisations } from '#contract/organisations.ts'
import { route } from '#server/http/route.ts'
import { listOrganisations, type Facts } from './list-organisations.ts'
import { listDirectory, showProfile, type PublicSources } from './show-to-anyone.ts'

/**
 * @param facts what later domains add to the list: payment, sale, event counts
 * @param open what they add to what anyone may read of a club
 */
export const organisationRoutes = (facts: readonly Facts[], open: PublicSources) => [
  route(organisations.list, { may: 'identity' }, (db, actor) => listOrganisations(db, actor, facts)),
  route(organisations.directory, { may: 'public', rate: { calls: 120 } }, (db, actor) =>
    listDirectory(db, actor, open.facts),
  ),
  route(organisations.profile, { may: 'public', rate: { calls: 120 } }, (db, actor, { id }) =>
    showProfile(db, actor, id, open),
  ),
]
