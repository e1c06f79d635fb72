import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { ImportList } from '#web/features/people/import/import-list.tsx'
import { importsQuery } from '#web/features/people/import/queries.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/import/')({
  loader: async ({ params: { orgKey } }) => {
    const { id } = await clubOfOffice(orgKey)
    await prefetch(importsQuery(id))
  },
  component: ImportsPage,
  staticData: {
    name: 'memberImports',
    title: m.import_title,
    crumbs: [{ label: m.title_club_members, to: ({ orgKey = '' }) => paths.office(orgKey, 'members') }],
  },
})

function ImportsPage() {
  const { club, can, readOnly } = useOffice()
  return <ImportList key={club.id} club={club} mayWrite={can('members.write') && !readOnly} />
}
