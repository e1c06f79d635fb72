import { createFileRoute, useSearch } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { duplicatesQuery } from '#web/features/people/duplicate-queries.ts'
import { Duplicates } from '#web/features/people/duplicates.tsx'
import { MergePeople } from '#web/features/people/merge.tsx'
import { m } from '#words/messages.js'
import { clubOfOffice, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/duplicates')({
  loader: async ({ params: { orgKey } }) => prefetch(duplicatesQuery((await clubOfOffice(orgKey)).id)),
  component: DuplicatesPage,
  staticData: {
    name: 'duplicates',
    title: m.duplicates_title,
    crumbs: [membersCrumb],
  },
})

/** The list, or two of it side by side. */
function DuplicatesPage() {
  const { kept, gone }: { kept?: unknown; gone?: unknown } = useSearch({ strict: false })
  const { club, can, readOnly } = useOffice()
  const mayWrite = can('members.write') && !readOnly
  return typeof kept === 'string' && typeof gone === 'string' ? (
    <MergePeople key={`${kept} ${gone}`} club={club} keptId={kept} goneId={gone} mayWrite={mayWrite} />
  ) : (
    <Duplicates club={club} mayWrite={mayWrite} />
  )
}
