import { useState } from 'react'
import type { Invitation } from '#contract/family.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showOutcome } from '#web/ui/dialogs/outcome.tsx'
import { answerInvitations, type Answer } from './answer-invitations.ts'
import { answerOutcome, type Place } from './outcome-words.ts'
import { useAnswer } from './queries.ts'

/** Answers one invitation or several, and says in a dialog what became of it. */
export function useAnswering(place: Place) {
  const { mutateAsync } = useAnswer()
  const [busy, setBusy] = useState<Answer | null>(null)

  async function answer(invitations: readonly Invitation[], given: Answer, giveFocusBack?: () => void): Promise<void> {
    setBusy(given)
    const results = await answerInvitations(invitations, {
      send: (id) => mutateAsync({ id, answer: given }),
      textOf: problemText,
      log: reportError,
    })
    setBusy(null)
    showOutcome({ ...answerOutcome(results, given, place), ...(giveFocusBack && { giveFocusBack }) })
  }
  return { answer, busy }
}
