import { createRootRoute, Outlet, type NotFoundRouteProps } from '@tanstack/react-router'
import { useSessionState } from '#web/api/session/session.ts'
import { PortalLayout } from '#web/frame/portal-layout.tsx'
import { afterPaint } from '#web/ui/loading/after-paint.tsx'
import { inLanguage } from '#web/ui/language.tsx'
import { painted } from '#web/ui/painted.ts'
import { UnmatchedPage } from './-error-page.tsx'
import { isLeaving } from './-leaving.ts'

export const Route = createRootRoute({
  // What was pressed answers with the next frame; drawing another page may take several.
  beforeLoad: ({ cause }) => (cause !== 'preload' && isLeaving() ? painted() : undefined),
  component: Root,
  notFoundComponent: inLanguage((props: NotFoundRouteProps) => <UnmatchedPage {...props} />),
})

const AppWatch = afterPaint(async () => (await import('#web/frame/app-watch.tsx')).AppWatch)
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
