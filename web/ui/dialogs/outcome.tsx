import { Suspense } from 'react'
import { create } from 'zustand'
import type { Outcome } from './outcome-dialog.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'

export type { Outcome } from './outcome-dialog.tsx'

const OutcomeDialog = lazyPart(async () => (await import('./outcome-dialog.tsx')).OutcomeDialog)
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
