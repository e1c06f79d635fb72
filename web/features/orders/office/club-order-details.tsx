import { Badge, Box, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClubOrder, OrderLine } from '#contract/orders/orders.ts'
import { danish } from '#web/ui/own-text.tsx'
import { formatDate, formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { whenWords, whoWords } from '../words.ts'
import { amountWords, costsNothing, endedLineText, orderBadge, takenSentence } from './payment-words.ts'

export function ClubOrderDetails({ order }: { order: ClubOrder }) {
  const { buyer, receiptNumber, total, lines, endedLines, paidAt, createdAt } = order
  const badge = orderBadge(order)
  return (
    <Stack gap={14}>
      <PaymentHead order={2} name={buyer.name} notes={[buyer.email]}>
        <strong>{total.minor === 0 ? amountWords(order) : <MoneyText value={total} />}</strong>
        <Badge color={badge.color}>{badge.label}</Badge>
      </PaymentHead>
      <Divider />
      <Stack component="ul" gap={10}>
        {lines.map((line) => (
          <Group component="li" key={line.id} gap="2px 16px" align="flex-start" justify="space-between">
            <Box flex="1 1 8rem">
              <span lang={danish()}>{line.title}</span>
              <Text size="sm" c="dimmed">
                {[whoWords(line), whenWords(line)].filter(Boolean).join(' · ')}
              </Text>
              {endedLines.includes(line.id) && (
                <Text size="sm" fw={600} c="var(--mantine-color-coral-light-color)">
                  {endedLineText(line, order)}
                </Text>
              )}
            </Box>
            {costsNothing([line]) ? (
              amountWords({ ...order, total: line.parts.total })
            ) : (
              <MoneyText value={line.parts.total} />
            )}
          </Group>
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        {[formatDateTime(paidAt ?? createdAt), receiptNumber && m.receipt_number_is({ number: receiptNumber })]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {order.taken && <Text size="sm">{takenSentence(order.taken)}</Text>}
      {order.dueOn && order.status !== 'paid' && order.status !== 'refunded' && (
        <Text size="sm">{m.by_hand_due({ day: formatDate(order.dueOn) })}</Text>
      )}
      {order.refundByHand && (
        <Text size="sm" fw={600} c="var(--mantine-color-coral-light-color)">
          {m.refund_by_hand_of({ amount: formatMoney(order.refundByHand), name: buyer.name })}
        </Text>
      )}
    </Stack>
  )
}

interface PaymentHeadProps {
  readonly order: 2 | 3
  readonly name: string
  readonly notes: readonly string[]
  readonly children: ReactNode
}

export const PaymentHead = ({ order, name, notes, children }: PaymentHeadProps) => (
  <Group gap="8px 20px" align="flex-start" justify="space-between" w="100%">
    <Box flex="1 1 11rem">
      <Title order={order} size="h3">
        {name}
      </Title>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </Box>
    <Group gap="4px 10px" justify="flex-end" ml="auto">
      {children}
    </Group>
  </Group>
)

/** The titles of an order's lines, each once with its number. An office reads the Danish titles, which it gave first. */
export function LineTitles({ lines }: { readonly lines: readonly Pick<OrderLine, 'title'>[] }) {
  const titles = Map.groupBy(lines, ({ title }) => title)
  const words = [...titles].map(([title, { length }]) => (length > 1 ? `${length} × ${title}` : title)).join(', ')
  return <span lang={danish()}>{words}</span>
}
