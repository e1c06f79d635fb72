import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import type { Outcome } from './outcome-dialog.tsx'

export type { Outcome } from './outcome-dialog.tsx'

const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx'))
const useOutcome = create<{ outcome: Outcome | null }>(() => ({ outcome: null }))

/** Says in a dialog what became of an action. What else lies open over the page gives way to it. */
export function showOutcome(outcome: Outcome) {
  document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover()
  useOutcome.setState({ outcome })
}

/** Where outcomes appear. */
export function Outcomes() {
  const { outcome } = useOutcome()
  return outcome ? (
    <Suspense>
      <OutcomeDialog outcome={outcome} onClose={() => useOutcome.setState({ outcome: null })} />
    </Suspense>
  ) : null
}
