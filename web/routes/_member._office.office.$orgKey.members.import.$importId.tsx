import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { ImportPage } from '#web/features/people/import/import-page.tsx'
import { importQuery } from '#web/features/people/import/queries.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/import/$importId')({
  loader: async ({ params: { orgKey, importId } }) => {
    requireId(importId)
    const { id } = await clubOfOffice(orgKey)
    await prefetch(importQuery(id, importId))
  },
  component: MemberImportPage,
  staticData: {
    name: 'memberImport',
    title: m.import_title,
    crumbs: [membersCrumb, { label: m.import_title, to: ({ orgKey = '' }) => paths.memberImports(orgKey) }],
  },
})

function MemberImportPage() {
  const { importId } = Route.useParams()
  const { club, can, readOnly } = useOffice()
  return <ImportPage key={importId} club={club} importId={importId} mayWrite={can('members.write') && !readOnly} />
}
