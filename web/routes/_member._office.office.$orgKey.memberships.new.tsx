import { createFileRoute } from '@tanstack/react-router'
import { SeasonPage } from '#web/features/memberships/office/season-form.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { requireToChange, useOffice } from './-office.tsx'
import { seasonsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/memberships/new')({
  loader: ({ params: { orgKey } }) => requireToChange(orgKey, 'memberships.write', paths.officeMemberships(orgKey)),
  component: NewSeasonPage,
  staticData: {
    name: 'officeNewSeason',
    title: m.season_form_new,
    crumbs: [seasonsCrumb],
  },
})

function NewSeasonPage() {
  const { club } = useOffice()
  const go = useNavigateTo()
  const list = paths.officeMemberships(club.key)
  return <SeasonPage orgId={club.id} id="new" backPath={list} onDone={() => void go(list)} />
}
