import { createFileRoute } from '@tanstack/react-router'
import { OfficeEvents } from '#web/features/events/office/office-events.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/')({
  component: OfficeEventsPage,
  staticData: { name: 'officeEvents', title: m.office_events },
})

function OfficeEventsPage() {
  const { club, can, readOnly } = useOffice()
  return (
    <OfficeEvents key={club.id} club={club} mayWrite={can('events.write') && !readOnly} seesMoney={can('money.read')} />
  )
}
