import { Button } from '@mantine/core'
import { IconCalendarEvent } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { type EventFilter, isNarrowed } from './filters.ts'

interface Props {
  readonly filter: EventFilter
  readonly onClear: () => void
  /** Said where nothing is filtered. */
  readonly none: string
  readonly order?: 2 | 3
  /** Where else to look. */
  readonly children: ReactNode
}

/** Instead of a list without events: none that match, or none at all. */
export function NoEventsFound({ filter, onClear, none, order = 3, children }: Props) {
  const isFiltered = isNarrowed(filter)
  return (
    <Panel>
      <EmptyState
        order={order}
        icon={<IconCalendarEvent size={40} stroke={1.5} />}
        title={isFiltered ? m.events_none_title() : m.events_empty_title()}
        actions={
          <>
            {isFiltered && <Button onClick={onClear}>{m.events_clear()}</Button>}
            {children}
          </>
        }
      >
        {isFiltered ? m.events_none() : none}
      </EmptyState>
    </Panel>
  )
}
