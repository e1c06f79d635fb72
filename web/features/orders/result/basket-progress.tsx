import { Box, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { IconCircle, IconCircleCheck, IconClockX, IconCreditCardOff, IconHourglass } from '#web/ui/icons/index.ts'
import type { OrderState } from '#contract/orders/orders.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { payAgain, useCheckout } from '../checkout/checkout.ts'
import { otherOrderQuery, type Outcome, outcomeOf } from '../queries.ts'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { RetryProblem } from '../checkout/checkout-notes.tsx'
import { timeLeftWords, useTimeLeft } from '../unpaid/unpaid-words.ts'

interface Props {
  /** In the order of payment. */
  tokens: readonly string[]
  current: string
  onSettled: (token: string) => void
}

export function BasketProgress({ tokens, current, onSettled }: Props) {
  const states = useQueries({ queries: tokens.map(otherOrderQuery) }).map(({ data }) => data)
  if (states.some((state) => !state)) return null
  const orders = tokens.flatMap((token, index) => {
    const state = states[index]
    return state?.own ? [{ token, state, own: state.own, outcome: outcomeOf(state) }] : []
  })
  const paid = orders.filter(({ outcome }) => outcome === 'paid').length
  // After a failed payment, the page's own Pay button comes first.
  const currentIsPaid = orders.some(({ token, outcome }) => token === current && outcome === 'paid')
  const next = currentIsPaid ? orders.find(({ token, own }) => token !== current && own.can.pay) : undefined
  return (
    <Panel
      title={m.basket_progress({ paid, count: orders.length })}
      subtitle={paid === orders.length ? m.basket_all_paid() : m.basket_explained()}
    >
      <Stack component="ol" gap={0}>
        {orders.map(({ token, state, own, outcome }) => (
          <Box component="li" key={token} aria-current={token === current ? 'step' : undefined}>
            <Divider />
            <Group gap="sm" py={14} wrap="nowrap" align="flex-start">
              <StatusIcon outcome={outcome} />
              <Group gap="0 16px" flex={1} align="flex-start">
                <Box flex="1 1 8rem">
                  <Text fw={620}>{own.orgName}</Text>
                  <OrderStatus state={state} own={own} />
                </Box>
                <Text span fw={620} ml="auto">
                  <MoneyText value={own.total} />
                </Text>
              </Group>
            </Group>
            {token !== current && own.can.pay && (
              <PayOther token={token} own={own} next={token === next?.token} onSettled={onSettled} />
            )}
          </Box>
        ))}
      </Stack>
    </Panel>
  )
}

function StatusIcon({ outcome }: { outcome: Outcome }) {
  const icons = {
    paid: IconCircleCheck,
    refunded: IconCircleCheck,
    declined: IconCreditCardOff,
    ended: IconClockX,
    settling: IconHourglass,
    unpaid: IconCircle,
  } as const satisfies Record<Outcome, unknown>
  const Icon = icons[outcome]
  const tone = outcome === 'paid' ? 'teal' : outcome === 'declined' ? 'red' : 'gray'
  return <Icon size={22} stroke={1.7} color={`var(--mantine-color-${tone}-light-color)`} aria-hidden />
}

function OrderStatus({ state, own }: { state: OrderState; own: OwnOrder }) {
  const timeLeft = useTimeLeft(own.reservedUntil)
  const heldText = timeLeft ? m.basket_held({ time: timeLeftWords(timeLeft) }) : own.can.pay ? '' : m.basket_ended()
  const words: Record<Outcome, string> = {
    paid: m.basket_paid(),
    refunded: m.confirm_refunded_title(),
    settling: m.basket_confirming(),
    declined: own.can.pay ? m.basket_declined() : m.basket_ended(),
    ended: m.basket_ended(),
    unpaid: heldText,
  }
  return (
    <Text size="sm" c="dimmed">
      {words[outcomeOf(state)]}
    </Text>
  )
}

interface PayProps {
  token: string
  own: OwnOrder
  /** The next one to pay; its button stands out. */
  next: boolean
  onSettled: (token: string) => void
}

function PayOther({ token, own, next, onSettled }: PayProps) {
  const pay = useCheckout(() => payAgain(token), onSettled)
  const words = { total: formatMoney(own.total), club: own.orgName }
  return (
    <Stack gap="sm" align="flex-start" pl={{ base: 0, sm: 34 }} pb="md">
      <Button size="md" variant={next ? 'filled' : 'default'} onClick={() => pay.start(undefined)} loading={pay.busy}>
        {next ? m.basket_next(words) : m.basket_pay(words)}
      </Button>
      <RetryProblem error={pay.error} />
    </Stack>
  )
}
