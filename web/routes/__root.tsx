import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router'
import { NotFoundPage } from '#web/pages/error-page.tsx'
import { PortalLayout } from '#web/pages/portal-layout.tsx'
import { m } from '#words/messages.js'

export const Route = createRootRoute({ component: Root, notFoundComponent: NotFound })

function Root() {
  return (
    <PortalLayout>
      <Outlet />
    </PortalLayout>
  )
}

function NotFound() {
  return <NotFoundPage message={m.error_unmatched({ path: useLocation().pathname })} />
}
