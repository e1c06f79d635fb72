import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { config } from '#web/api/config.ts'
import { useOwnPagesAbove, useOwnTitle } from '#web/ui/page-title.ts'
import '#web/ui/page-title.ts'

/**
 * Name, title and breadcrumbs of the innermost route that has them, unless the page gives itself others; also the document's
 * title. Whoever is not signed in learns none of a page for members, for it is not what they see.
 */
export function usePage(signedIn: boolean) {
  const route = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData })
  const guarded = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/_member') })
  const data = signedIn || !guarded ? route : undefined
  const params = useMatches({ select: (matches): Record<string, string> => matches.at(-1)?.params ?? {} })
  const own = useOwnTitle()
  const title = own ?? data?.title?.() ?? ''
  // The front page is called what the portal is called.
  const named = title !== '' && (own !== null || data?.name !== 'dashboard')
  const documentTitle = named ? `${title} · ${config.productName}` : config.productName
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  const above = useOwnPagesAbove()
  const ofRoute = data?.crumbs?.map(({ label, to }) => ({
    label: label(),
    to: typeof to === 'string' ? to : to(params),
  }))
  const crumbs = above === 'none' ? null : (above ?? ofRoute ?? null)
  return { name: data?.name ?? '', title, crumbs }
}

/** After a navigation reading begins at the new page's heading, not at the link that was left. */
export function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const main = document.getElementById('main')
        const target = main?.querySelector<HTMLElement>('h1') ?? main
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}
