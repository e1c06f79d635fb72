import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { LeaveOffice } from '#web/features/office/leave-office.tsx'
import { teamsQuery } from '#web/features/people/team-queries.ts'
import { Teams } from '#web/features/people/teams.tsx'
import { usePagesAbove } from '#web/ui/page-title.ts'
import { m } from '#words/messages.js'
import { clubOfOffice, isTrainerOnly, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/teams/')({
  loader: async ({ params: { orgKey } }) => prefetch(teamsQuery((await clubOfOffice(orgKey)).id)),
  component: TeamsPage,
  staticData: {
    name: 'teams',
    title: m.title_teams,
    crumbs: [membersCrumb],
  },
})

function TeamsPage() {
  const { club, can, scopes, readOnly } = useOffice()
  // Without the register, teams are in the menu.
  usePagesAbove(can('members.read') ? null : 'none')
  return (
    <Teams key={club.id} club={club} mayWrite={can('members.write') && !readOnly} isTrainer={!can('members.read')}>
      {/* Others leave on their first page. */}
      {isTrainerOnly(scopes) && <LeaveOffice club={club} />}
    </Teams>
  )
}
