import { createFileRoute, useSearch } from '@tanstack/react-router'
import { ClubFigures } from '#web/features/events/office/club-figures.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/figures')({
  component: FiguresPage,
  staticData: {
    name: 'officeEventFigures',
    title: m.figures_heading,
    crumbs: [{ label: m.office_events, to: ({ orgKey = '' }) => paths.officeEvents(orgKey) }],
  },
})

function FiguresPage() {
  const { club } = useOffice()
  const { year }: { year?: unknown } = useSearch({ strict: false })
  const wanted = Number(year)
  return (
    <ClubFigures key={club.id} club={club} year={wanted > 1900 && wanted < 3000 ? Math.trunc(wanted) : undefined} />
  )
}
