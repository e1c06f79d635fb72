import { Badge, Group, Stack, Text } from '@mantine/core'
import { formatMoney } from '#web/ui/format.ts'
import { MoneyText } from '#web/ui/money-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import styles from './result/result.module.css'
import type { OwnOrder } from './checkout/payment-request.ts'
import { discountOf, whenWords, whoWords } from './line-words.ts'

/** What an order buys, for whom, and what it costs in all. */
export function OrderSummary({ order }: { order: OwnOrder }) {
  return (
    <Panel
      title={order.orgName}
      subtitle={m.order_number({ number: order.number })}
      actions={order.testMode && <Badge color="coral">{m.order_test_mode()}</Badge>}
    >
      <Stack gap={0}>
        {order.lines.map((line) => (
          <Group key={line.id} justify="space-between" align="flex-start" wrap="nowrap" className={styles.line}>
            <div className={styles.lineText}>
              <Text fw={620}>{line.title}</Text>
              <Text size="sm" c="dimmed">
                {whoWords(line)}
              </Text>
              <Text size="sm" c="dimmed">
                {whenWords(line)}
              </Text>
            </div>
            <MoneyText value={line.parts.total} />
          </Group>
        ))}
        {order.coupon !== null && (
          <Text size="sm" c="dimmed" mb="sm">
            {m.order_coupon({ code: order.coupon, off: formatMoney(discountOf(order.lines)) })}
          </Text>
        )}
        <div className={styles.total}>
          <span>{m.price_total()}</span>
          <MoneyText value={order.total} />
        </div>
        {order.receiptNumber && (
          <Text size="sm" c="dimmed" mt="sm">
            {m.receipt_number_is({ number: order.receiptNumber })}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
