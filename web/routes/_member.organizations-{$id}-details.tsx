import { createFileRoute } from '@tanstack/react-router'
import { OrganizationPage } from '#web/pages/clubs/organization-page.tsx'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/organizations-{$id}-details')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: async ({ params }) => (await import('#web/pages/clubs/load-clubs.ts')).loadClub(params.id),
  component: Page,
  staticData: {
    name: 'organisation',
    title: m.title_organizations,
    crumbs: [{ label: m.title_organizations, to: paths.organisations() }],
  },
})

function Page() {
  const { id } = Route.useParams()
  return <OrganizationPage key={id} orgId={id} />
}
