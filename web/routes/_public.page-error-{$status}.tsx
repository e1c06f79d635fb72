import { createFileRoute, notFound, useLocation } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { ErrorPage, NotFoundPage } from '#web/routes/-error-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_public/page-error-{$status}')({
  beforeLoad: ({ params: { status } }) => {
    if (status !== '404' && !errorStatuses.has(status)) throw notFound({ data: { invalidId: true } })
  },
  component: Page,
})

const errorStatuses = new Set(['400', '403', '500', '503'])

const serverError = new Error('An error page was asked for')
const forbidden = new ApiProblem('forbidden', 403)

function Page() {
  const { status } = Route.useParams()
  const { pathname } = useLocation()
  return errorStatuses.has(status) ? (
    <ErrorPage error={status === '403' ? forbidden : serverError} />
  ) : (
    <NotFoundPage message={m.error_unmatched({ path: pathname })} />
  )
}
