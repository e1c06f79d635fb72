import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { GuestMessagesPage } from '#web/features/events/office/guest-messages.tsx'
import { editedEventQuery } from '#web/features/events/office/queries.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/$eventId_/messages')({
  loader: async ({ params: { orgKey, eventId } }) => {
    requireId(eventId)
    await prefetch(editedEventQuery((await clubOfOffice(orgKey)).id, eventId))
  },
  component: MessagesPage,
  staticData: {
    name: 'officeGuestMessages',
    title: m.guests_messages,
    crumbs: [
      { label: m.office_events, to: ({ orgKey = '' }) => paths.officeEvents(orgKey) },
      { label: m.event_edit_form, to: ({ orgKey = '', eventId = '' }) => paths.officeEvent(orgKey, eventId) },
    ],
  },
})

function MessagesPage() {
  const { eventId } = Route.useParams()
  const { club, can, readOnly } = useOffice()
  return <GuestMessagesPage key={eventId} club={club} eventId={eventId} maySend={can('messages.send') && !readOnly} />
}
