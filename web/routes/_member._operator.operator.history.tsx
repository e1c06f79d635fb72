import { cutText } from '#contract/cut-text.ts'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { OperatorHistory } from '#web/features/operator/history.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { historyFilterOf } from './-history-filter.ts'

export const Route = createFileRoute('/_member/_operator/operator/history')({
  component: OperatorHistoryPage,
  staticData: { name: 'operatorHistory', title: m.office_history },
})

function OperatorHistoryPage() {
  const go = useNavigateTo()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { club } = search
  return (
    <OperatorHistory
      orgKey={typeof club === 'string' && club !== '' ? cutText(club, 40) : null}
      filter={historyFilterOf(search)}
      onFilter={({ orgKey, ...next }) =>
        void go(paths.operatorHistory({ ...next, ...(orgKey && { club: orgKey }) }), { replace: true, stay: true })
      }
    />
  )
}
