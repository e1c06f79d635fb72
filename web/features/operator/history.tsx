import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from '#web/features/office/history.tsx'
import type { HistoryFilter } from '#web/features/office/queries.ts'
import { m } from '#words/messages.js'
import { historyQuery } from './queries.ts'

interface Props {
  /** The key of the only club; null for all of them and what concerns none. */
  readonly orgKey: string | null
  readonly filter: HistoryFilter
  readonly onFilter: (filter: HistoryFilter & { orgKey: string | null }) => void
}

/** Actions of operators, newest first. */
export function OperatorHistory({ orgKey, filter, onFilter }: Props) {
  const pages = useInfiniteQuery(historyQuery({ ...filter, ...(orgKey !== null && { orgKey }) }))
  return (
    <History
      text={m.operator_history_text()}
      pages={pages}
      filter={filter}
      onFilter={(next) => onFilter({ ...next, orgKey })}
    >
      {orgKey !== null && (
        <Group gap="xs">
          <Text size="sm">
            {m.history_only({ label: pages.data?.pages[0]?.entries[0]?.club?.name ?? orgKey.toUpperCase() })}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onFilter({ ...filter, orgKey: null })}>
            {m.history_all()}
          </Button>
        </Group>
      )}
    </History>
  )
}
