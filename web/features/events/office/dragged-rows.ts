import { useWindowEvent } from '@mantine/hooks'
import { type DOMAttributes, useEffect, useRef, useState } from 'react'

/** So near to the window's edge, in pixels, a drag scrolls: the page's header and the editor's bar are within. */
const EDGE = 100

export interface DraggedRow {
  readonly isDragged: boolean
  /** On which side of this row the dragged one would land. */
  readonly land: 'above' | 'below' | undefined
  readonly handle: DOMAttributes<HTMLElement>
}

interface Drag {
  readonly from: number
  /** How many rows are above the pointer. */
  readonly gap: number
}

/**
 * Rows that are dragged by a handle with mouse, pen or finger; Escape ends it. Pointer events, because the browser's own dragging needs a long
 * press of a finger, if it knows any. `list` is the element whose children are the rows.
 */
export function useDraggedRows(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLDivElement>(null)
  /** Its height in the window; null before it moves. */
  const pointer = useRef<number | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    let frame = requestAnimationFrame(function scroll() {
      const y = pointer.current
      const by = y === null ? 0 : scrollAt(y)
      if (y !== null && by !== 0) {
        window.scrollBy({ top: by, behavior: 'instant' })
        setDrag(aimedAt(list.current, y))
      }
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDragging])
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setDrag(null))

  /** A row moves neither to the gap above it nor to the one below. */
  const moves = drag !== null && drag.gap !== drag.from && drag.gap !== drag.from + 1
  const dragOf = (at: number): DraggedRow => ({
    isDragged: drag?.from === at,
    land: !moves ? undefined : drag.gap === at ? 'above' : drag.gap === count && at === count - 1 ? 'below' : undefined,
    handle: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        // Nothing is selected on the way.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        pointer.current = null
        setDrag({ from: at, gap: at })
      },
      onPointerMove: ({ clientY }) => {
        pointer.current = clientY
        setDrag(aimedAt(list.current, clientY))
      },
      onPointerUp: ({ clientY }) => {
        const gap = rowsAbove(list.current, clientY)
        const to = gap > at ? gap - 1 : gap
        if (isDragging && to !== at) onMove(at, to)
        setDrag(null)
      },
      onPointerCancel: () => setDrag(null),
    },
  })
  return { list, dragOf }
}

const aimedAt = (list: HTMLElement | null, y: number) => (drag: Drag | null) => {
  const gap = rowsAbove(list, y)
  return drag === null || drag.gap === gap ? drag : { ...drag, gap }
}

/** How many rows have their middle above a height of the window. */
const rowsAbove = (list: HTMLElement | null, y: number): number =>
  [...(list?.children ?? [])].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length

/** Pixels a frame, the more the nearer to the edge. */
const scrollAt = (y: number): number =>
  Math.trunc((Math.min(0, y - EDGE) + Math.max(0, y - (window.innerHeight - EDGE))) / 6)
