import { createFileRoute } from '@tanstack/react-router'
import { MembershipHistoryPage } from '#web/pages/memberships/membership-history-page.tsx'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/$id/history')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: async ({ params }) => (await import('#web/pages/memberships/load-memberships.ts')).loadMembership(params.id),
  component: Page,
  staticData: {
    name: 'membershipHistory',
    title: m.title_membership_history,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})

function Page() {
  const { id } = Route.useParams()
  return <MembershipHistoryPage membershipId={id} />
}
