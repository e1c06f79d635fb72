import { useRef, type TouchEvent } from 'react'

interface Point {
  readonly x: number
  readonly y: number
}

/** A mostly horizontal swipe turns the page; anything else scrolls or zooms. */
export function swipeDirection(from: Point, to: Point): 'next' | 'previous' | null {
  const [across, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < 60 || Math.abs(across) < 2 * Math.abs(down)) return null
  return across < 0 ? 'next' : 'previous'
}

export function useSwipe(onTurn: (turn: 'next' | 'previous') => void) {
  const start = useRef<Point | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      const turn = start.current && touch && swipeDirection(start.current, { x: touch.clientX, y: touch.clientY })
      start.current = null
      if (turn) onTurn(turn)
    },
  }
}
