import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { ImportList } from '#web/features/people/import/import-list.tsx'
import { importsQuery } from '#web/features/people/import/queries.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/import/')({
  loader: async ({ params: { orgKey } }) => {
    const { id } = await clubOfOffice(orgKey)
    await prefetch(importsQuery(id))
  },
  component: ImportsPage,
  staticData: {
    name: 'memberImports',
    title: m.import_title,
    crumbs: [membersCrumb],
  },
})

function ImportsPage() {
  const { club, can, readOnly } = useOffice()
  return <ImportList key={club.id} club={club} mayWrite={can('members.write') && !readOnly} />
}
