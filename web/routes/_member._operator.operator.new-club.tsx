import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { NewClub } from '#web/features/operator/new-club.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/new-club')({
  component: NewClubPage,
  staticData: { name: 'operatorNewClub', title: m.title_operator_new_club },
})

function NewClubPage() {
  const go = useNavigateTo()
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_operator_new_club()} subtitle={m.operator_new_subtitle()} />
      <NewClub onCreated={(key) => go(paths.operatorClub(key))} />
    </Stack>
  )
}
