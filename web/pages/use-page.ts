import { useMatches, useRouter, type StaticDataRouteOption } from '@tanstack/react-router'
import { useEffect } from 'react'
import { config } from '#web/api/config.ts'
import { useOwnPagesAbove, useOwnTitle, useTitleMark } from '#web/ui/page-title.ts'
import '#web/ui/route-data.ts'
import { m } from '#words/messages.js'

/** The root alone matches: there is no page at this address. */
const notFound: StaticDataRouteOption = { title: () => m.error_not_found_title() }

/** Name, title and breadcrumbs of the innermost route that has them, unless the page gives itself a title; also the document's title. Whoever is not signed in learns no route's. */
export function usePage(signedIn: boolean) {
  const data = useMatches({
    select: (matches) =>
      matches.length === 1 ? notFound : matches.findLast((match) => match.staticData.title)?.staticData,
  })
  const params = useMatches({ select: (matches): Record<string, string> => matches.at(-1)?.params ?? {} })
  const own = useOwnTitle()
  const title = own ?? (signedIn ? data?.title?.() : undefined) ?? ''
  const documentTitle = title && title !== config.productName ? `${title} · ${config.productName}` : config.productName
  const mark = useTitleMark()
  useEffect(() => {
    document.title = mark + documentTitle
  }, [mark, documentTitle])
  const above = useOwnPagesAbove()
  const crumbs =
    above ??
    (data?.crumbs ?? []).map(({ label, to }) => ({
      label: label(),
      to: typeof to === 'string' ? to : to(params),
    }))
  return { name: data?.name ?? '', title: title || config.productName, crumbs }
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
