import type { Outcome } from '#web/ui/dialogs/outcome.tsx'
import { m } from '#words/messages.js'
import type { Answer, AnswerResult } from './answer-invitations.ts'

/** Where an answer was given: each place has its own words for it. */
export type Place = 'dialog' | 'notification'

const titles: Record<Place, Record<Answer, { done: () => string; failed: () => string }>> = {
  dialog: {
    approve: { done: m.family_outcome_approved, failed: m.family_outcome_approval_failed },
    reject: { done: m.family_outcome_declined, failed: m.family_outcome_decline_failed },
  },
  notification: {
    approve: { done: m.family_outcome_approved, failed: m.family_outcome_approved_failed },
    reject: { done: m.family_outcome_rejected, failed: m.family_outcome_rejection_failed },
  },
}

/** What the dialog says once invitations are answered: the server's sentences. */
export function answerOutcome(results: readonly AnswerResult[], answer: Answer, place: Place): Outcome {
  const failed = results.filter(({ ok }) => !ok)
  const { done, failed: title } = titles[place][answer]
  if (results.length === 0) return { type: 'error', title: title(), messages: [m.family_outcome_skipped()] }
  return failed.length > 0
    ? { type: 'error', title: title(), messages: unique(failed) }
    : { type: 'success', title: done(), messages: unique(results) }
}

const unique = (results: readonly AnswerResult[]) => [...new Set(results.map(({ message }) => message))]
