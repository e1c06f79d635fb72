import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '#web/routes/-error-page.tsx'
import { PendingPage } from '#web/ui/loading/skeleton-list.tsx'
import { inLanguage } from '#web/ui/language.tsx'
import { routeTree } from '../route-tree.gen.ts'
import { showLeaving } from './-leaving.ts'

/** The routes of `web/routes` with what holds for all of them. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: inLanguage(PendingPage),
  defaultErrorComponent: inLanguage(ErrorPage),
  scrollRestoration: true,
  // Values stay the texts they are: a token of digits is no number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
})

// The router draws a page anew for another address only.
for (const { options } of Object.values(router.routesById)) {
  if (options.component) options.component = inLanguage(options.component)
}

showLeaving(router)

/** The code of this address comes while the session is asked for. What cannot be had the router says in its turn. */
export function prefetchRoute() {
  for (const route of router.getMatchedRoutes(location.pathname)[0])
    router.loadRouteChunk(route)?.catch(() => undefined)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
