import { Suspense } from 'react'
import { createFact } from '../../fact.ts'
import type { Outcome } from './outcome-dialog.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'

export type { Outcome } from './outcome-dialog.tsx'

const OutcomeDialog = lazyPart(async () => (await import('./outcome-dialog.tsx')).OutcomeDialog)
const current = createFact<Outcome | null>(null)

/** Says in a dialog what became of an action. What else lies open over the page gives way to it. */
export function showOutcome(outcome: Outcome) {
  document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover()
  current.set(outcome)
}

/** Where outcomes appear. */
export function Outcomes() {
  const outcome = current.useFact()
  return outcome ? (
    <Suspense>
      <OutcomeDialog outcome={outcome} onClose={() => current.set(null)} />
    </Suspense>
  ) : null
}
