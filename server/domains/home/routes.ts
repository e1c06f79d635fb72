import { home } from '#contract/home.ts'
import { route } from '#server/http/route.ts'
import { type HomeSources, showHome } from './show-home.ts'

export const homeRoutes = (sources: HomeSources) => [
  route(home.show, { may: 'member' }, (db, actor) => showHome(sources, db, actor)),
]
