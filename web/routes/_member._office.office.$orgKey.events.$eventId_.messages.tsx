import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { GuestMessagesPage } from '#web/features/events/office/guest-messages.tsx'
import { editedEventQuery } from '#web/features/events/office/queries.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'
import { eventCrumb, eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/$eventId_/messages')({
  loader: async ({ params: { orgKey, eventId } }) => {
    requireId(eventId)
    await prefetch(editedEventQuery((await clubOfOffice(orgKey)).id, eventId))
  },
  component: MessagesPage,
  staticData: { name: 'officeGuestMessages', title: m.guests_messages, crumbs: [eventsCrumb, eventCrumb] },
})

function MessagesPage() {
  const { eventId } = Route.useParams()
  const { club, can, readOnly } = useOffice()
  return <GuestMessagesPage key={eventId} club={club} eventId={eventId} maySend={can('messages.send') && !readOnly} />
}
