import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '#web/pages/error-page.tsx'
import { PendingPage } from '#web/ui/pending-page.tsx'
import { routeTree } from '../route-tree.gen.ts'

/** The routes of `web/routes` with what holds for all of them. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // Values stay the texts they are: a token of digits is no number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
