import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { m } from '#words/messages.js'
import styles from './result.module.css'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { discountOf, whenWords, whoWords } from '../words.ts'

/** What an order buys, for whom, and what it costs in all. */
export function OrderSummary({ order }: { order: OwnOrder }) {
  return (
    <Panel
      title={order.orgName}
      subtitle={m.order_number({ number: order.number })}
      actions={order.testMode && <Badge color="coral">{m.order_test_mode()}</Badge>}
    >
      <Stack gap={0}>
        {[...Map.groupBy(order.lines, ({ id, event }) => event?.eventId ?? id)].map(([key, lines]) => (
          <div key={key} className={styles.line}>
            <Text fw={620}>{lines[0]!.title}</Text>
            <Text size="sm" c="dimmed">
              {whenWords(lines[0]!)}
            </Text>
            {lines.map((line) => (
              <Group key={line.id} justify="space-between" align="flex-start" wrap="nowrap" mt={6}>
                <Text className={styles.lineText}>{whoWords(line)}</Text>
                <MoneyText value={line.parts.total} />
              </Group>
            ))}
          </div>
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

interface Props {
  tone: 'good' | 'bad' | 'calm'
  icon: ReactNode
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** What became of a payment, at one glance: the page's h1 with its sign, its reason and what to do now. */
export function ResultHead({ tone, icon, title, children, actions }: Props) {
  // The address alone does not know: the page is called what became of the payment.
  usePageTitle(title)
  return (
    <section className={styles.head} data-tone={tone} aria-live={tone === 'bad' ? 'assertive' : 'polite'}>
      <span className={styles.sign} aria-hidden>
        {icon}
      </span>
      <div className={styles.headText}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        <Text component="div" mt="xs" maw="62ch">
          {children}
        </Text>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </section>
  )
}
