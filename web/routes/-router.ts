import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '#web/routes/-error-page.tsx'
import { PendingPage } from '#web/ui/loading/skeleton-list.tsx'
import { inLanguage } from '#web/ui/language.tsx'
import { routeTree } from '../route-tree.gen.ts'
import { showNavigationProgress } from './-navigation-progress.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: inLanguage(PendingPage),
  defaultErrorComponent: inLanguage(ErrorPage),
  scrollRestoration: true,
  // Keep values as strings; the default would parse digits as numbers.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
})

// The router re-renders a page only when the URL changes.
for (const { options } of Object.values(router.routesById)) {
  if (options.component) options.component = inLanguage(options.component)
}

showNavigationProgress(router)

/** Loads the route's chunk while the session is checked. The router reports errors later. */
export function prefetchRoute() {
  for (const route of router.getMatchedRoutes(location.pathname)[0])
    router.loadRouteChunk(route)?.catch(() => undefined)
}

/** Whether the address is of a page that visitors may read, too. */
export const isOpenPage = () => router.getMatchedRoutes(location.pathname)[0].some(({ id }) => id === '/_open')

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
