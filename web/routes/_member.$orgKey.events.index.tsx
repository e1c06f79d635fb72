import { createFileRoute } from '@tanstack/react-router'
import { ClubEventsPage } from '#web/pages/events/club-events-page.tsx'
import { upperCaseOrgKey } from '#web/routes/-org-key.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/$orgKey/events/')({
  beforeLoad: upperCaseOrgKey,
  loader: async ({ params, location }) =>
    (await import('#web/pages/events/load-events.ts')).loadClubEvents(params.orgKey, location.search),
  component: Page,
  staticData: { name: 'eventsOf', title: m.title_club_events, crumbs: [] },
})

function Page() {
  const { orgKey } = Route.useParams()
  return <ClubEventsPage key={orgKey} orgKey={orgKey} />
}
