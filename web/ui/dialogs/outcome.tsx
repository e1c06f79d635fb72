import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Outcome } from './outcome-dialog.tsx'

export type { Outcome } from './outcome-dialog.tsx'

const OutcomeDialog = lazy(async () => ({ default: (await import('./outcome-dialog.tsx')).OutcomeDialog }))
let current: Outcome | null = null
const listeners = new Set<() => void>()

function set(next: Outcome | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Says in a dialog what became of an action. What else lies open over the page gives way to it. */
export function showOutcome(outcome: Outcome) {
  document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover()
  set(outcome)
}

/** Where outcomes appear. */
export function Outcomes() {
  const outcome = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  return outcome ? (
    <Suspense>
      <OutcomeDialog outcome={outcome} onClose={() => set(null)} />
    </Suspense>
  ) : null
}
