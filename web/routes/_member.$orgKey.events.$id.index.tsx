import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '#web/pages/events/event-page.tsx'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'
import { upperCaseOrgKey } from '#web/routes/-org-key.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/$orgKey/events/$id/')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  loader: async ({ params }) => (await import('#web/pages/events/load-events.ts')).loadEvent(params.orgKey, params.id),
  component: Page,
  staticData: {
    name: 'event',
    title: m.title_event,
    crumbs: [{ label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) }],
  },
})

function Page() {
  const { orgKey, id } = Route.useParams()
  return <EventPage key={id} orgKey={orgKey} eventId={id} />
}
