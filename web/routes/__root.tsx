import { createRootRoute, Outlet, type NotFoundRouteProps } from '@tanstack/react-router'
import { useSessionState } from '#web/api/session.ts'
import { PortalLayout } from '#web/pages/portal-layout.tsx'
import { afterPaint } from '#web/ui/after-paint.tsx'
import { laterPart } from '#web/ui/later-part.tsx'

// Who follows a link that leads somewhere never sees it.
const { Part: UnmatchedPage } = laterPart(async () => (await import('#web/pages/not-found-page.tsx')).UnmatchedPage)

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: (props: NotFoundRouteProps) => <UnmatchedPage {...props} />,
})

const AppWatch = afterPaint(async () => (await import('#web/pages/app-watch.tsx')).AppWatch)
const SessionWatch = afterPaint(async () => (await import('#web/features/session/session-watch.tsx')).SessionWatch)

function Root() {
  const session = useSessionState()
  return (
    <>
      <PortalLayout>
        <Outlet />
      </PortalLayout>
      <AppWatch />
      {session.status === 'signed-in' && <SessionWatch session={session} />}
    </>
  )
}
