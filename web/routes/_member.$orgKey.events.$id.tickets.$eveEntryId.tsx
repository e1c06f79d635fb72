import { createFileRoute } from '@tanstack/react-router'
import { TicketPage } from '#web/pages/tickets/ticket-page.tsx'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'
import { upperCaseOrgKey } from '#web/routes/-org-key.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/$orgKey/events/$id/tickets/$eveEntryId')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    requireId(here.params.eveEntryId)
    upperCaseOrgKey(here)
  },
  loader: async () => (await import('#web/pages/tickets/load-tickets.ts')).loadTickets(),
  component: Page,
  staticData: {
    name: 'ticket',
    title: m.title_ticket,
    offline: true,
    crumbs: [
      { label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) },
      { label: m.title_event, to: ({ orgKey = '', id = '' }) => paths.event(orgKey, id) },
      { label: m.title_event_tickets, to: ({ orgKey = '', id = '' }) => paths.ticketsOf(orgKey, id) },
    ],
  },
})

function Page() {
  const { orgKey, id, eveEntryId } = Route.useParams()
  return <TicketPage key={eveEntryId} orgKey={orgKey} eventId={id} entryId={eveEntryId} />
}
