import { lazy } from 'react'
import { createRootRoute, Outlet, type NotFoundRouteProps } from '@tanstack/react-router'
import { useSessionState } from '#web/api/session/session.ts'
import { PortalLayout } from '#web/frame/portal-layout.tsx'
import { inLanguage } from '#web/ui/language.tsx'
import { Optional } from '#web/ui/loading/optional.tsx'
import { nextPaint } from '#web/ui/next-paint.ts'
import { UnmatchedPage } from './-error-page.tsx'
import { isNavigating } from './-navigation-progress.ts'

export const Route = createRootRoute({
  // Gives feedback in the next frame, because rendering the next page may take several.
  beforeLoad: ({ cause }) => (cause !== 'preload' && isNavigating() ? nextPaint() : undefined),
  component: Root,
  notFoundComponent: inLanguage((props: NotFoundRouteProps) => <UnmatchedPage {...props} />),
})

const AppWatch = lazy(() => import('#web/frame/app-watch.tsx'))

function Root() {
  const session = useSessionState()
  return (
    <>
      <PortalLayout>
        <Outlet />
      </PortalLayout>
      {/* Not while a visitor's page is drawn. */}
      {session.status !== 'checking' && (
        <Optional>
          <AppWatch />
        </Optional>
      )}
    </>
  )
}
