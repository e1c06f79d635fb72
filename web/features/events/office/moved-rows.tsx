import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconArrowDown, IconArrowUp } from '#web/ui/icons/index.ts'
import { formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const fieldAt = (path: string) => `[data-path='${path}']`

/**
 * For rows that are added or moved: a moved row is drawn anew, without the focus, and a new one is what somebody writes next.
 * @returns takes a selector, which has the focus once the rows are drawn
 */
export function useRowFocus(): (selector: string) => void {
  const wanted = useRef<string>(null)
  // The form draws the rows after the press, so whatever drawing comes next has them.
  useEffect(() => {
    if (wanted.current === null) return
    document.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = null
  })
  return (selector) => {
    wanted.current = selector
  }
}

export type MoveBy = -1 | 1

interface MoveProps {
  readonly name: string
  readonly at: number
  readonly isLast: boolean
  readonly onMove: (by: MoveBy) => void
}

/** Moves a row of a list up or down. */
export const MoveButtons = ({ name, at, isLast, onMove }: MoveProps) => (
  <>
    <ActionIcon {...moves(-1, at === 0, onMove)} aria-label={m.event_edit_up({ name })}>
      <IconArrowUp size={17} stroke={1.7} />
    </ActionIcon>
    <ActionIcon {...moves(1, isLast, onMove)} aria-label={m.event_edit_down({ name })}>
      <IconArrowDown size={17} stroke={1.7} />
    </ActionIcon>
  </>
)

/** Looks disabled at the end of its list, and keeps the focus there. */
const moves = (by: MoveBy, isEnd: boolean, onMove: MoveProps['onMove']) => ({
  variant: 'default',
  'data-move': by,
  'data-disabled': isEnd || undefined,
  'aria-disabled': isEnd || undefined,
  onClick: () => !isEnd && onMove(by),
})

/** The button in the row of a path. */
export const moveButton = (path: string, by: MoveBy) => `${fieldAt(path)} [data-move='${by}']`

export const movedTo = <Row,>(rows: readonly Row[], from: number, to: number): Row[] =>
  rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!)

/** Where a row is now, of how many. */
export interface RowPlace {
  readonly name: string
  readonly at: number
  readonly count: number
}

/** Reads aloud where a row that was moved or added is. */
export const SpokenPlace = ({ place }: { readonly place: RowPlace | null }) => (
  <VisuallyHidden role="status">
    {place &&
      m.event_edit_row_at({ name: place.name, at: formatNumber(place.at + 1), count: formatNumber(place.count) })}
  </VisuallyHidden>
)
