import { createFileRoute } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { cutText } from '#contract/cut-text.ts'
import { History, historyFilterOf } from '#web/features/office/history.tsx'
import { useAddress } from '#web/ui/data-list/list-address.ts'
import { historyQuery } from '#web/features/operator/queries.ts'

export const Route = createFileRoute('/_member/_operator/operator/history')({
  component: OperatorHistory,
  staticData: { name: 'operatorHistory', title: m.office_history },
})

/** Actions of operators, newest first: of all clubs and what concerns none, or of the one in the address. */
function OperatorHistory() {
  const { textOf, change } = useAddress()
  const filter = historyFilterOf(textOf)
  const orgKey = cutText(textOf('club') ?? '', 40)
  const pages = useInfiniteQuery(historyQuery({ ...filter, ...(orgKey && { orgKey }) }))
  return (
    <History text={m.operator_history_text()} pages={pages} filter={filter}>
      {orgKey && (
        <Group gap="xs">
          <Text size="sm">
            {m.history_only({ label: pages.data?.pages[0]?.entries[0]?.club?.name ?? orgKey.toUpperCase() })}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => change({ club: undefined })}>
            {m.history_all()}
          </Button>
        </Group>
      )}
    </History>
  )
}
