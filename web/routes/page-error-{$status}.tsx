import { createFileRoute, useLocation } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from '#web/pages/error-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/page-error-{$status}')({ component: Page })

const shown = new Error('An error page was asked for')

function Page() {
  const { status } = Route.useParams()
  const { pathname } = useLocation()
  if (['400', '403', '500', '503'].includes(status)) return <ErrorPage error={shown} />
  return <NotFoundPage message={m.error_unmatched({ path: pathname })} />
}
