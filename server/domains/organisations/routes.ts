import { organisations } from '#contract/organisations.ts'
import { route } from '#server/http/route.ts'
import { listOrganisations, listOwnOrganisations, type Facts, type OwnClubs } from './list-organisations.ts'
import { listDirectory, showProfile, type PublicSources } from './directory.ts'

/**
 * @param facts what later domains add to the list: payment, sale, event counts
 * @param open what they add to what anyone may read of a club
 * @param ownClubs in which clubs a family is
 */
export const organisationRoutes = (facts: readonly Facts[], open: PublicSources, ownClubs: OwnClubs) => [
  route(organisations.list, { may: 'identity' }, (db, actor, input) => listOrganisations(db, actor, input, facts)),
  route(organisations.mine, { may: 'member' }, (db, actor) => listOwnOrganisations(db, actor, ownClubs, facts)),
  route(organisations.directory, { may: 'public', rate: { calls: 120 } }, (db, actor, input) =>
    listDirectory(db, actor, input, open.facts),
  ),
  route(organisations.profile, { may: 'public', rate: { calls: 120 } }, (db, actor, { id }) =>
    showProfile(db, actor, id, open),
  ),
]
