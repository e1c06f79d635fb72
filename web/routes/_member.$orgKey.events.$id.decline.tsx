import { createFileRoute } from '@tanstack/react-router'
import { EventReturnPage } from '#web/routes/-order-return.tsx'
import { paths } from '#web/paths.ts'
import { requireId, upperCaseOrgKey } from '#web/routes/-addresses.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/$orgKey/events/$id/decline')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  component: Page,
  staticData: {
    returnedTo: 'decline',
    name: 'eventDecline',
    // The page replaces it once the result is known.
    title: m.title_event_decline,
    crumbs: [
      { label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) },
      { label: m.title_event, to: ({ orgKey = '', id = '' }) => paths.event(orgKey, id) },
    ],
  },
})

function Page() {
  const { orgKey, id } = Route.useParams()
  return <EventReturnPage key={id} returnedTo="decline" orgKey={orgKey} eventId={id} />
}
