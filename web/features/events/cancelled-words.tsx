import { Text, type MantineColor } from '@mantine/core'
import type { Ticket } from '#contract/events/tickets.ts'
import { formatDate, formatMoney } from '#web/ui/words/format.ts'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'

type Cancelled = Pick<Ticket, 'cancellation' | 'calledOff'> & { readonly event: Pick<Ticket['event'], 'orgName'> }

function whoWords({ cancellation, calledOff: cancelledEvent, event }: Cancelled): string | null {
  if (!cancellation?.at) return null
  const { by, name } = cancellation
  const date = formatDate(cancellation.at)
  if (by === 'you') return m.ticket_cancelled_by_you({ date })
  return by === 'club' && cancelledEvent
    ? m.ticket_cancelled_event({ club: event.orgName, date })
    : m.ticket_cancelled_by({ name, date })
}

/** The state of the money that the reader paid for a cancelled ticket; null for others. */
function moneyWords({ cancellation, event: { orgName: club } }: Cancelled): string | null {
  if (!cancellation?.money) return null
  const { state, reason, ...money } = cancellation.money
  const amount = formatMoney(money.amount)
  const date = money.at ? formatDate(money.at) : ''
  const words = {
    free: m.ticket_money_free,
    test: m.ticket_refund_test,
    on_its_way: () => m.ticket_money_on_its_way({ amount }),
    refunded: () => (date ? m.ticket_money_refunded({ amount, date }) : m.term_refunded({ amount })),
    late: () => m.money_back_failed({ club }),
    pending: m.event_cancelled_pending,
    kept: () => [m.event_cancelled_kept(), reason].filter(Boolean).join(' '),
    by_hand: m.event_cancelled_by_hand,
    by_hand_returned: () => m.ticket_money_by_hand_returned({ club, amount, date }),
  }
  return words[state]()
}

/** Who cancelled tickets and when, and what comes back; each said once. */
export function CancelledWords({ tickets, ...look }: { tickets: readonly Cancelled[]; size?: 'xs'; c?: MantineColor }) {
  const sentences = tickets
    .flatMap((ticket) => [whoWords(ticket), moneyWords(ticket)])
    .filter((words) => words !== null)
  return [...new Set(sentences)].map((words) => (
    <Text span key={words} display="block" style={{ whiteSpace: 'pre-line' }} {...look}>
      {words}
    </Text>
  ))
}

/** A club's message to its guests. */
export const ClubsWords = ({ message }: { message: NonNullable<Ticket['calledOff']> }) =>
  message.text.trim() === '' ? null : (
    <Text
      span
      lang={langOf(message, 'text')}
      c="bright"
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      data-own-words
    >
      {message.text}
    </Text>
  )
