import type { CancelRun, RunProblem } from '#contract/events/cancel.ts'
import { m } from '#words/messages.js'

export const runProblemWords: Readonly<Record<RunProblem, () => string>> = {
  gateway_refused: m.event_cancel_problem_gateway,
  outcome_unknown: m.event_cancel_problem_unknown,
  earlier_refund_failed: m.event_cancel_problem_earlier,
  unexpected: m.event_cancel_problem_unexpected,
}

/** Those that are finished, whoever pays their money back. */
export const endedOf = ({ done, byHand }: CancelRun) => done + byHand

/** `41 of 60 orders are refunded.` */
export function progressWords(run: CancelRun): string {
  const { total, refunds, byHand } = run
  if (total === 0) return m.event_cancel_done_none()
  const words = refunds === 'all' && byHand === 0 ? m.event_cancel_progress_refunded : m.event_cancel_progress
  return `${words({ done: endedOf(run), total })}.`
}
