import { createFileRoute, notFound, useLocation } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { ErrorPage, NotFoundPage } from '#web/routes/-error-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_public/page-error-{$status}')({
  beforeLoad: ({ params: { status } }) => {
    if (status !== '404' && !broken.has(status)) throw notFound({ data: { invalidId: true } })
  },
  component: Page,
})

const broken = new Set(['400', '403', '500', '503'])

const shown = new Error('An error page was asked for')
const refused = new ApiProblem('forbidden', 403)

function Page() {
  const { status } = Route.useParams()
  const { pathname } = useLocation()
  return broken.has(status) ? (
    <ErrorPage error={status === '403' ? refused : shown} />
  ) : (
    <NotFoundPage message={m.error_unmatched({ path: pathname })} />
  )
}
