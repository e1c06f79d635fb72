import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { ClubFields } from '#web/features/people/club-fields.tsx'
import { clubFieldsQuery } from '#web/features/people/register-queries.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/fields')({
  loader: async ({ params: { orgKey } }) => prefetch(clubFieldsQuery((await clubOfOffice(orgKey)).id)),
  component: ClubFieldsPage,
  staticData: {
    name: 'clubFields',
    title: m.register_fields,
    crumbs: [{ label: m.title_club_members, to: ({ orgKey = '' }) => paths.office(orgKey, 'members') }],
  },
})

function ClubFieldsPage() {
  const { club, can } = useOffice()
  return <ClubFields key={club.id} club={club} mayWrite={can('members.write')} />
}
