import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import type { Outcome } from './outcome-dialog.tsx'

export type { Outcome } from './outcome-dialog.tsx'

const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx'))
const useOutcome = create<{ outcome: Outcome | null }>(() => ({ outcome: null }))

/** Shows the result of an action in a dialog. */
export const showOutcome = (outcome: Outcome) => useOutcome.setState({ outcome })

/** Mount once; renders what `showOutcome` shows. */
export function Outcomes() {
  const { outcome } = useOutcome()
  return outcome ? (
    <Suspense>
      <OutcomeDialog outcome={outcome} onClose={() => useOutcome.setState({ outcome: null })} />
    </Suspense>
  ) : null
}
