import { Badge, Box, Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ClubOrder } from '#contract/orders.ts'
import page from '#web/ui/page.module.css'
import { formatDateTime } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { whenWords, whoWords } from '../words.ts'
import { costsNothing, endedLineText, openLines, orderBadge } from './payment-words.ts'
import { RefundDialog } from './refund-dialog.tsx'

export function ClubOrderCard({ orgId, order }: { orgId: string; order: ClubOrder }) {
  const { buyer, number, receiptNumber, total, lines, endedLines, paidAt, createdAt } = order
  const [opened, dialog] = useDisclosure(false)
  const badge = orderBadge(order)
  const params = { name: buyer.name, number }
  const cancels = costsNothing(openLines(order))
  return (
    <Stack component="li" gap={14} className={page.card} tabIndex={-1} data-order>
      <PaymentHead order={2} name={buyer.name} notes={[buyer.email]}>
        <strong>{total.minor === 0 ? m.club_payment_free() : <MoneyText value={total} />}</strong>
        <Badge color={badge.color}>{badge.label}</Badge>
      </PaymentHead>
      <Divider />
      <Stack component="ul" gap={10}>
        {lines.map((line) => (
          <Group component="li" key={line.id} gap="2px 16px" align="flex-start" justify="space-between">
            <Box flex="1 1 8rem">
              {line.title}
              <Text size="sm" c="dimmed">
                {[whoWords(line), whenWords(line)].filter(Boolean).join(' · ')}
              </Text>
              {endedLines.includes(line.id) && (
                <Text size="sm" fw={600} c="var(--mantine-color-coral-light-color)">
                  {endedLineText(line)}
                </Text>
              )}
            </Box>
            {costsNothing([line]) ? m.club_payment_free() : <MoneyText value={line.parts.total} />}
          </Group>
        ))}
      </Stack>
      <Group gap="8px 20px" justify="space-between">
        <Text size="sm" c="dimmed">
          {[
            formatDateTime(paidAt ?? createdAt),
            m.club_payment_order({ number }),
            receiptNumber && m.receipt_number_is({ number: receiptNumber }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {order.can.refund && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowBackUp size={18} stroke={1.7} />}
            aria-label={cancels ? m.club_payment_cancel_of(params) : m.club_payment_give_back_of(params)}
            onClick={dialog.open}
          >
            {cancels ? m.club_payment_cancel() : m.club_payment_give_back()}
          </Button>
        )}
      </Group>
      <RefundDialog opened={opened} orgId={orgId} order={order} onClose={dialog.close} />
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
