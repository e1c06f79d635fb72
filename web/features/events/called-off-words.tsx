import { Text } from '@mantine/core'
import type { Ticket } from '#contract/tickets.ts'
import { m } from '#words/messages.js'

type Money = NonNullable<NonNullable<Ticket['calledOff']>['money']>

const moneyWords: Readonly<Record<Money, () => string>> = {
  refunded: m.event_cancelled_refunded,
  kept: m.event_cancelled_kept,
  by_hand: m.event_cancelled_by_hand,
  pending: m.event_cancelled_pending,
}

/** What a club tells the guests of a cancelled event. */
export const ClubsWords = ({ text }: { text: string }) =>
  text.trim() === '' ? null : (
    <Text span c="bright" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-own-words>
      {text}
    </Text>
  )

/** What becomes of the money that the reader paid for tickets to a cancelled event. */
export function CalledOffMoney({ tickets }: { tickets: readonly Pick<Ticket, 'calledOff'>[] }) {
  const told = tickets.flatMap(({ calledOff }) => {
    if (!calledOff?.money) return []
    const words = moneyWords[calledOff.money]()
    return calledOff.reason ? `${words} ${calledOff.reason}` : words
  })
  return [...new Set(told)].map((words) => (
    <Text span key={words} style={{ whiteSpace: 'pre-line' }}>
      {words}
    </Text>
  ))
}
