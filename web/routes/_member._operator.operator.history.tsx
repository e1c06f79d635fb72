import { createFileRoute } from '@tanstack/react-router'
import { OperatorHistory } from '#web/features/operator/history.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/history')({
  component: OperatorHistory,
  staticData: { name: 'operatorHistory', title: m.office_history },
})
