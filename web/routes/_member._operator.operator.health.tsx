import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Health } from '#web/features/operator/health.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/health')({
  component: OperatorHealthPage,
  staticData: { name: 'operatorHealth', title: m.title_operator_health },
})

function OperatorHealthPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_operator_health()} subtitle={m.operator_health_subtitle()} />
      <Health />
    </Stack>
  )
}
