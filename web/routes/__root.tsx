import { createRootRoute, Outlet, useLocation, type NotFoundRouteProps } from '@tanstack/react-router'
import { useSessionState } from '#web/api/session.ts'
import { NotFoundPage } from '#web/pages/error-page.tsx'
import { PortalLayout } from '#web/pages/portal-layout.tsx'
import { afterPaint } from '#web/ui/after-paint.tsx'
import { m } from '#words/messages.js'

export const Route = createRootRoute({ component: Root, notFoundComponent: NotFound })

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

/** Nothing at this address, or an address whose id cannot be one. */
function NotFound({ data }: NotFoundRouteProps) {
  const { pathname } = useLocation()
  const invalid = (data as { invalidId?: boolean } | undefined)?.invalidId
  return (
    <NotFoundPage
      message={invalid ? m.error_invalid_path({ path: pathname }) : m.error_unmatched({ path: pathname })}
    />
  )
}
