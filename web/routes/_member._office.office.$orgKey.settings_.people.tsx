import { createFileRoute } from '@tanstack/react-router'
import { OfficePeoplePage } from '#web/features/office/people.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/settings_/people')({
  component: PeoplePage,
  staticData: { name: 'officePeople', title: m.office_people },
})

function PeoplePage() {
  const { club, readOnly } = useOffice()
  return <OfficePeoplePage key={club.id} club={club} readOnly={readOnly} />
}
