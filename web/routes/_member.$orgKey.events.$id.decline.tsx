import { createFileRoute } from '@tanstack/react-router'
import { BuyersReturn } from '#web/routes/-order-return.tsx'
import { checkEventAddress, eventCrumbs } from '#web/routes/-addresses.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/$orgKey/events/$id/decline')({
  beforeLoad: checkEventAddress,
  component: Page,
  staticData: {
    returnedTo: 'decline',
    name: 'eventDecline',
    // The page replaces it once the result is known.
    title: m.title_event_decline,
    crumbs: eventCrumbs,
  },
})

function Page() {
  const { orgKey, id } = Route.useParams()
  return <BuyersReturn key={id} returnedTo="decline" place={{ orgKey, eventId: id }} />
}
