import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { ClubFields } from '#web/features/people/club-fields.tsx'
import { clubFieldsQuery } from '#web/features/people/register-queries.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/fields')({
  loader: async ({ params: { orgKey } }) => prefetch(clubFieldsQuery((await clubOfOffice(orgKey)).id)),
  component: ClubFieldsPage,
  staticData: {
    name: 'clubFields',
    title: m.register_fields,
    crumbs: [membersCrumb],
  },
})

function ClubFieldsPage() {
  const { club, can } = useOffice()
  return <ClubFields key={club.id} club={club} mayWrite={can('members.write')} />
}
