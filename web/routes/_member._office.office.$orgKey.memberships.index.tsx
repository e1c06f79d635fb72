import { createFileRoute, redirect } from '@tanstack/react-router'
import { SeasonBoard } from '#web/features/memberships/office/season-board.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/memberships/')({
  // Addresses from before the forms had pages of their own.
  beforeLoad: ({ params: { orgKey }, search }) => {
    const { edit, copy }: { edit?: unknown; copy?: unknown } = search
    if (edit === 'new') throw redirect({ href: paths.newSeason(orgKey), replace: true })
    if (typeof edit === 'string') throw redirect({ href: paths.editSeason(orgKey, edit), replace: true })
    if (copy !== undefined) throw redirect({ href: paths.copySeasons(orgKey), replace: true })
  },
  component: OfficeMembershipsPage,
  staticData: { name: 'officeMemberships', title: m.seasons_heading },
})

function OfficeMembershipsPage() {
  const { club, can, readOnly } = useOffice()
  return (
    <SeasonBoard
      orgId={club.id}
      mayWrite={can('memberships.write') && !readOnly}
      newPath={paths.newSeason(club.key)}
      figuresPath={paths.membershipFigures(club.key)}
      copyPath={paths.copySeasons(club.key)}
      editPath={(id) => paths.editSeason(club.key, id)}
    />
  )
}
