import { lazyRouteComponent, type ParsedLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { lastActivity } from '#web/api/session/browser-session.ts'
import { currentSession, useSessionState } from '#web/api/session/session.ts'
import { inLanguage } from '#web/ui/language.tsx'
import { PendingPage } from '#web/ui/loading/skeleton-list.tsx'

interface Here {
  readonly params: Readonly<Record<string, string>>
  readonly location: ParsedLocation
}

interface Part {
  readonly Page: () => ReactNode
  readonly load: (here: Here) => Promise<unknown>
}

/**
 * A page in two parts, of which only one is loaded: the member's for whoever is signed in, else the visitor's.
 * @returns the component and the loader of its route
 */
export function openPage(member: () => Promise<Part>, visitor: () => Promise<Part>) {
  const MembersPage = lazyRouteComponent(member, 'Page')
  const VisitorsPage = lazyRouteComponent(visitor, 'Page')
  const preload = async (isMember: boolean): Promise<void> => (isMember ? MembersPage : VisitorsPage).preload?.()
  const MemberPart = inLanguage(MembersPage)
  const VisitorPart = inLanguage(VisitorsPage)

  function OpenPage() {
    const signedIn = useSessionState(({ status }) => status === 'signed-in')
    return <Suspense fallback={<PendingPage />}>{signedIn ? <MemberPart /> : <VisitorPart />}</Suspense>
  }

  return {
    // Somebody who was signed in here before probably still is.
    component: Object.assign(OpenPage, {
      preload: () => preload(lastActivity() > 0),
    }),
    load: async ({ params, location }: Here): Promise<void> => {
      const isMember = currentSession().status === 'signed-in'
      const part = await (isMember ? member() : visitor())
      await Promise.all([preload(isMember), part.load({ params, location })])
    },
  }
}
