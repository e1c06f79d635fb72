import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { CancelEventPage } from '#web/features/events/office/cancel-event.tsx'
import { cancelRunQuery } from '#web/features/events/office/cancel-queries.ts'
import { editedEventQuery } from '#web/features/events/office/queries.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'
import { eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/$eventId_/cancel')({
  loader: async ({ params: { orgKey, eventId } }) => {
    requireId(eventId)
    const { id } = await clubOfOffice(orgKey)
    await Promise.all([prefetch(editedEventQuery(id, eventId)), prefetch(cancelRunQuery(id, eventId))])
  },
  component: CancelPage,
  staticData: { name: 'officeEventCancel', title: m.event_cancel_page, crumbs: [eventsCrumb] },
})

function CancelPage() {
  const { eventId } = Route.useParams()
  const { club, can, readOnly } = useOffice()
  return (
    <CancelEventPage
      key={eventId}
      club={club}
      eventId={eventId}
      may={{ write: can('events.write') && !readOnly, seeOrders: can('money.read') }}
    />
  )
}
