import { cutText } from '#contract/cut-text.ts'
import { Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { ClubState } from '#contract/club-state.ts'
import { ClubList } from '#web/features/operator/club-list.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/')({
  component: OperatorClubsPage,
  staticData: { name: 'operatorClubs', title: m.title_operator_clubs },
})

function OperatorClubsPage() {
  const search: { q?: unknown; state?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  const q = typeof search.q === 'string' ? cutText(search.q, 100) : ''
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_operator_clubs()}
        subtitle={m.operator_clubs_subtitle()}
        actions={<ButtonLink to={paths.operatorNewClub()}>{m.title_operator_new_club()}</ButtonLink>}
      />
      <ClubList
        q={q}
        state={ClubState.safeParse(search.state).data ?? null}
        onChange={(next) =>
          void go(paths.operatorClubs({ ...(next.q && { q: next.q }), ...(next.state && { state: next.state }) }), {
            replace: true,
          })
        }
      />
    </Stack>
  )
}
