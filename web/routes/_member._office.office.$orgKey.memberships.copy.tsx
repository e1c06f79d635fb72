import { createFileRoute } from '@tanstack/react-router'
import { CopySeasons } from '#web/features/memberships/office/copy-seasons.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireToChange, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/memberships/copy')({
  loader: ({ params: { orgKey } }) => requireToChange(orgKey, 'memberships.write', paths.officeMemberships(orgKey)),
  component: CopySeasonsPage,
  staticData: {
    name: 'officeCopySeasons',
    title: m.seasons_copy,
    crumbs: [{ label: m.seasons_heading, to: ({ orgKey = '' }) => paths.officeMemberships(orgKey) }],
  },
})

function CopySeasonsPage() {
  const { club } = useOffice()
  return <CopySeasons orgId={club.id} backPath={paths.officeMemberships(club.key)} />
}
