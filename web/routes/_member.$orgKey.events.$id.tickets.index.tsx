import { createFileRoute } from '@tanstack/react-router'
import { EventTicketsPage } from '#web/pages/tickets/event-tickets-page.tsx'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'
import { upperCaseOrgKey } from '#web/routes/-org-key.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/$orgKey/events/$id/tickets/')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  loader: async () => (await import('#web/pages/tickets/load-tickets.ts')).loadTickets(),
  component: Page,
  staticData: {
    name: 'ticketsOf',
    title: m.title_event_tickets,
    offline: true,
    crumbs: [
      { label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) },
      { label: m.title_event, to: ({ orgKey = '', id = '' }) => paths.event(orgKey, id) },
    ],
  },
})

function Page() {
  const { orgKey, id } = Route.useParams()
  return <EventTicketsPage orgKey={orgKey} eventId={id} />
}
