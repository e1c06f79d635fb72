import { useState } from 'react'
import type { Answered, Invitation } from '#contract/members/family.ts'
import { type Outcome, showOutcome } from '#web/ui/dialogs/outcome.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'
import { useAnswer } from '../queries.ts'

export type Answer = 'approve' | 'reject'

interface AnswerResult {
  readonly id: string
  readonly ok: boolean
  /** The server's message, or the error in words. */
  readonly message: string
}

interface AnswerOptions {
  readonly send: (id: string) => Promise<Answered>
  readonly textOf: (error: unknown) => string
  readonly log: (error: unknown) => void
}

/** Answers invitations one at a time. Those without an address are skipped and logged. */
export async function answerInvitations(
  invitations: readonly Pick<Invitation, 'id' | 'inviterEmail' | 'inviteeEmail'>[],
  { send, textOf, log }: AnswerOptions,
): Promise<AnswerResult[]> {
  const results: AnswerResult[] = []
  for (const { id, inviterEmail, inviteeEmail } of invitations) {
    if (!inviterEmail || !inviteeEmail) {
      log(new Error(`The family invitation ${id} lacks an address and is skipped`))
      continue
    }
    try {
      const { status, message } = await send(id)
      results.push({ id, ok: status === 'success', message })
    } catch (error) {
      log(error)
      results.push({ id, ok: false, message: textOf(error) })
    }
  }
  return results
}

/** Where the user answers; each place has its own texts. */
type Place = 'dialog' | 'notification'

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

/** The other person is notified at once, so an answer has no undo here. */
const wayBack: Record<Answer, () => string> = {
  approve: m.family_way_back_approved,
  reject: m.family_way_back_declined,
}

export function answerOutcome(results: readonly AnswerResult[], answer: Answer, place: Place): Outcome {
  const failed = results.filter(({ ok }) => !ok)
  const { done, failed: title } = titles[place][answer]
  if (results.length === 0) return { type: 'error', title: title(), messages: [m.family_outcome_skipped()] }
  return failed.length > 0
    ? { type: 'error', title: title(), messages: unique(failed) }
    : { type: 'success', title: done(), messages: [...unique(results), wayBack[answer]()] }
}

const unique = (results: readonly AnswerResult[]) => [...new Set(results.map(({ message }) => message))]

/** Answers invitations and shows the result in a dialog. */
export function useAnswering(place: Place) {
  const { mutateAsync } = useAnswer()
  const [busy, setBusy] = useState<Answer | null>(null)

  /** @returns whether all of them were answered */
  async function answer(invitations: readonly Invitation[], choice: Answer): Promise<boolean> {
    setBusy(choice)
    const results = await answerInvitations(invitations, {
      send: (id) => mutateAsync({ id, answer: choice }),
      textOf: problemText,
      log: reportError,
    })
    setBusy(null)
    const outcome = answerOutcome(results, choice, place)
    showOutcome(outcome)
    return outcome.type === 'success'
  }
  return { answer, busy }
}
