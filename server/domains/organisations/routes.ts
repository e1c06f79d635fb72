import { organisations } from '#contract/organisations.ts'
import { route } from '#server/http/route.ts'
import { showClubPicture } from './club-face.ts'
import { listOrganisations, listOwnOrganisations, type OwnSources } from './list-organisations.ts'
import { listDirectory, showProfile, type PublicSources } from './directory.ts'

/** Sources are facts that later domains know about clubs. */
export const organisationRoutes = (sources: OwnSources & PublicSources) => [
  route(organisations.list, { may: 'identity' }, (db, actor, input) => listOrganisations(sources, db, actor, input)),
  route(organisations.mine, { may: 'member' }, (db, actor) => listOwnOrganisations(sources, db, actor)),
  route(organisations.directory, { may: 'public', rate: { calls: 120 } }, (db, actor, input) =>
    listDirectory(sources, db, actor, input),
  ),
  route(organisations.profile, { may: 'public', rate: { calls: 120 } }, (db, actor, { id }) =>
    showProfile(sources, db, actor, id),
  ),
  // A page shows a dozen.
  route(organisations.picture, { may: 'public', rate: { calls: 1200 } }, (db, _, input) => showClubPicture(db, input)),
]
