import { createFileRoute, useSearch } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { teamQuery } from '#web/features/people/team-queries.ts'
import { TeamPage } from '#web/features/people/team.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { usePagesAbove } from '#web/ui/page-title.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, HistoryLink, useOffice } from './-office.tsx'
import { membersCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/teams/$teamId')({
  // The team's name is the heading, which gets the focus.
  loader: async ({ params: { orgKey, teamId } }) => {
    requireId(teamId)
    await prefetch(teamQuery({ orgId: (await clubOfOffice(orgKey)).id, teamId }))
  },
  component: OneTeamPage,
  staticData: {
    name: 'team',
    title: m.title_team,
    crumbs: [membersCrumb, { label: m.title_teams, to: ({ orgKey = '' }) => paths.teams(orgKey) }],
  },
})

function OneTeamPage() {
  const { teamId } = Route.useParams()
  const { tab, day }: { tab?: unknown; day?: unknown } = useSearch({ strict: false })
  const { club, can, readOnly } = useOffice()
  const go = useNavigateTo()
  usePagesAbove(can('members.read') ? null : [{ label: m.title_teams(), to: paths.teams(club.key) }])
  return (
    <TeamPage
      key={teamId}
      {...{ club, teamId, tab, day }}
      mayRead={can('members.read')}
      mayWrite={can('members.write') && !readOnly}
      // Whoever reads the register only marks nothing.
      mayMark={!readOnly && (can('members.write') || !can('members.read'))}
      onChange={(query) => void go(paths.team(club.key, teamId, query), { replace: true, stay: true })}
    >
      <HistoryLink thing="team" thingId={teamId} />
    </TeamPage>
  )
}
