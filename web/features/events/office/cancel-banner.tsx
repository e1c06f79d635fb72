import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { cancelRunQuery } from './cancel-queries.ts'
import type { EventClub } from './event-form.ts'
import type { CancelNumbers, CancelRun, RunProblem } from '#contract/events/cancel.ts'
import { formatMoney } from '#web/ui/words/format.ts'

/** How far an event's cancellation is, with a link to it. */
export function CancelBanner({ club, eventId }: { readonly club: EventClub; readonly eventId: string }) {
  const { data: run } = useQuery(cancelRunQuery(club.id, eventId))
  if (!run) return null
  return (
    <>
      {' '}
      {run.state === 'waiting'
        ? m.event_cancel_banner_waiting()
        : run.state === 'declined'
          ? m.event_cancel_banner_declined()
          : progressWords(run)}{' '}
      <TextLink to={paths.cancelEvent(club.key, eventId)} underline="always">
        {m.event_cancel_banner_show()}
      </TextLink>
    </>
  )
}

export const runProblemWords: Readonly<Record<RunProblem, () => string>> = {
  gateway_refused: m.event_cancel_problem_gateway,
  outcome_unknown: m.event_cancel_problem_unknown,
  earlier_refund_failed: m.event_cancel_problem_earlier,
  unexpected: m.event_cancel_problem_unexpected,
}

/** Those that are finished, whoever pays their money back. */
export const endedOf = ({ done, byHand }: CancelRun) => done + byHand

/** The money that goes back to cards, and that the club itself has to return; null for whoever does not see amounts. */
export function moneySentences(
  { toCards, byHand }: CancelNumbers,
  cards: (about: { amount: string }) => string,
): string | null {
  if (toCards === null || byHand === null) return null
  const elsewhere = byHand.minor > 0 ? m.event_cancel_sum_by_hand({ amount: formatMoney(byHand) }) : ''
  if (toCards.minor === 0 && elsewhere) return elsewhere
  return [cards({ amount: formatMoney(toCards) }), elsewhere].filter(Boolean).join(' ')
}

/** `41 of 60 orders are refunded.` */
function progressWords(run: CancelRun): string {
  const { total, refunds, byHand } = run
  if (total === 0) return m.event_cancel_done_none()
  const words = refunds === 'all' && byHand === 0 ? m.event_cancel_progress_refunded : m.event_cancel_progress
  return `${words({ done: endedOf(run), total })}.`
}
