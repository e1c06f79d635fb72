import { home } from '#contract/home.ts'
import { dismiss } from '#server/domains/memberships/index.ts'
import { route } from '#server/http/route.ts'
import { type HomeSources, showHome } from './show-home.ts'

export const homeRoutes = (sources: HomeSources) => [
  route(home.show, { may: 'member' }, (db, actor) => showHome(sources, db, actor)),
  route(home.dismiss, { may: 'member', impersonator: 'refused', rate: { calls: 60 } }, dismiss),
]
