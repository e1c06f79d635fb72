import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { ClubFigures } from '#web/features/events/office/club-figures.tsx'
import { MembershipFigures } from '#web/features/memberships/office/membership-figures.tsx'
import { membershipFiguresQuery } from '#web/features/memberships/office/queries.ts'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'
import { eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/figures')({
  component: FiguresPage,
  staticData: {
    name: 'officeEventFigures',
    title: m.figures_heading,
    crumbs: [eventsCrumb],
  },
})

function FiguresPage() {
  const { club, can } = useOffice()
  const search: { year?: unknown } = useSearch({ strict: false })
  const wanted = Number(search.year)
  const year = wanted > 1900 && wanted < 3000 ? Math.trunc(wanted) : undefined
  const seesMembers = can('members.read')
  const members = useQuery({ ...membershipFiguresQuery(club.id, year), enabled: seesMembers })
  return (
    <ClubFigures key={club.id} club={club} year={year} others={members.data}>
      {seesMembers && <MembershipFigures orgId={club.id} year={year} />}
    </ClubFigures>
  )
}
