import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { People } from '#web/features/operator/people.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/people')({
  component: OperatorPeoplePage,
  staticData: { name: 'operatorPeople', title: m.title_operator_people },
})

function OperatorPeoplePage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_operator_people()} subtitle={m.operator_people_subtitle()} />
      <People />
    </Stack>
  )
}
