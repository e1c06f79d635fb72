import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { ClubPage } from '#web/features/operator/club-page.tsx'
import { clubQuery } from '#web/features/operator/queries.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/clubs/$orgKey')({
  loader: ({ params: { orgKey } }) => prefetch(clubQuery(orgKey.toUpperCase())),
  component: OperatorClubPage,
  staticData: { name: 'operatorClub', title: m.title_operator_clubs },
})

function OperatorClubPage() {
  const { orgKey } = Route.useParams()
  return <ClubPage key={orgKey} orgKey={orgKey.toUpperCase()} />
}
