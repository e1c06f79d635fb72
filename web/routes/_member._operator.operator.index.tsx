import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ClubList } from '#web/features/operator/club-list.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/')({
  component: OperatorClubsPage,
  staticData: { name: 'operatorClubs', title: m.title_operator_clubs },
})

function OperatorClubsPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_operator_clubs()}
        subtitle={m.operator_clubs_subtitle()}
        actions={<ButtonLink to={paths.operatorNewClub()}>{m.title_operator_new_club()}</ButtonLink>}
      />
      <ClubList />
    </Stack>
  )
}
