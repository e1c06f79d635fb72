interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const steps = new Map<string, (at: number, last: number) => number>([
  ['ArrowDown', (at) => at + 1],
  ['ArrowUp', (at) => at - 1],
  ['j', (at) => at + 1],
  ['k', (at) => at - 1],
  ['Home', () => 0],
  ['End', (_, last) => last],
])

/** Which of a list's rows gets the focus by a key that was pressed in it; null: the key is none of the list's. */
export function movedFocus({ key, altKey, ctrlKey, metaKey }: Pressed, at: number, count: number): number | null {
  const step = altKey || ctrlKey || metaKey ? undefined : steps.get(key)
  if (!step || count === 0) return null
  return Math.min(count - 1, Math.max(0, step(at, count - 1)))
}
