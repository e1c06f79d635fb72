import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { config } from '#web/api/config.ts'
import { focusLinkTarget } from '#web/ui/link-target.tsx'
import { useOwnPagesAbove, useOwnTabName, useOwnTitle } from '#web/ui/page-title.ts'

/**
 * Name, title and breadcrumbs of the page, from its route unless the page overrides them; also sets the document title.
 * Hides a member page's title from signed-out users.
 */
export function usePage(signedIn: boolean) {
  const route = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData })
  const guarded = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/_member') })
  // The front page of visitors is no dashboard.
  const hidden = !signedIn && (guarded || route?.name === 'dashboard')
  const data = hidden ? undefined : route
  const params = useMatches({ select: (matches): Record<string, string> => matches.at(-1)?.params ?? {} })
  const ownTitle = useOwnTitle()
  const title = ownTitle ?? data?.title?.() ?? ''
  // The home page's title is only the product name.
  const isNamed = title !== '' && (ownTitle !== null || data?.name !== 'dashboard')
  const tabName = useOwnTabName() ?? (isNamed ? title : '')
  const documentTitle = tabName ? `${tabName} · ${config.productName}` : config.productName
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

/** Whether the page is of an office or of the operator, where a member's own notices do not belong. */
export const useWorksForClub = (): boolean =>
  useMatches({ select: (matches) => matches.some(({ routeId }) => /^\/_member\/_(?:office|operator)/.test(routeId)) })

/** After a navigation, moves the focus to what the address leads to, or else to the new page's heading. */
export function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || focusLinkTarget(toLocation.hash)) return
        const main = document.getElementById('main')
        if (!main || focusHeadingOf(main)) return
        main.focus({ preventScroll: true })
        // The page is still loading: its heading follows.
        const loading = new MutationObserver(() => {
          if (document.activeElement !== main || focusHeadingOf(main)) loading.disconnect()
        })
        loading.observe(main, { childList: true, subtree: true })
      }),
    [router],
  )
}

function focusHeadingOf(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}
