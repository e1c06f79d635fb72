import { createRootRoute, Outlet, useLocation, type NotFoundRouteProps } from '@tanstack/react-router'
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
