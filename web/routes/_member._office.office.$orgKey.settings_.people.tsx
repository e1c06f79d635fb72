import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { OfficePeoplePage } from '#web/features/office/people.tsx'
import { peopleQuery } from '#web/features/office/queries.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/settings_/people')({
  loader: async ({ params: { orgKey } }) => prefetch(peopleQuery((await clubOfOffice(orgKey)).id)),
  component: PeoplePage,
  staticData: { name: 'officePeople', title: m.office_people },
})

function PeoplePage() {
  const { club, readOnly } = useOffice()
  return <OfficePeoplePage key={club.id} club={club} readOnly={readOnly} />
}
