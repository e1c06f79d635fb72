import { Badge, Box, Divider, Flex, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { Total } from '#web/ui/words/total.tsx'
import page from '#web/ui/page.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { discountOf, whenWords, whoWords } from '../words.ts'

export function OrderSummary({ order }: { order: OwnOrder }) {
  return (
    <Panel
      title={order.orgName}
      subtitle={m.order_number({ number: order.number })}
      actions={order.testMode && <Badge color="coral">{m.order_test_mode()}</Badge>}
    >
      <Stack gap={0}>
        {[...Map.groupBy(order.lines, ({ id, event }) => event?.eventId ?? id)].map(([key, lines]) => (
          <Box key={key} py="sm">
            <Divider mb="sm" />
            <Text fw={620} lang={langOf(lines[0]!, 'title')}>
              {lines[0]!.title}
            </Text>
            <Text size="sm" c="dimmed">
              {whenWords(lines[0]!)}
            </Text>
            {lines.map((line) => (
              <Group key={line.id} align="flex-start" gap="0 16px" mt={6}>
                <Text flex="1 1 8rem">{whoWords(line)}</Text>
                <Box ml="auto">
                  <PriceText value={line.parts.total} />
                </Box>
              </Group>
            ))}
          </Box>
        ))}
        {order.coupon !== null && (
          <Text size="sm" c="dimmed" mb="sm">
            {m.order_coupon({ code: order.coupon, off: formatMoney(discountOf(order.lines)) })}
          </Text>
        )}
        <Divider mb="sm" />
        <Total value={order.total} />
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
  /** The page's title, in the browser's tab too. */
  title: string
  /** The h1, where it says more than the title. */
  heading?: string | undefined
  children: ReactNode
  actions?: ReactNode
}

const tones = { good: 'teal', bad: 'red', calm: 'fjord' } as const

/** The result of a payment, as the page's heading. */
export function ResultHead({ tone, icon, title, heading = title, children, actions }: Props) {
  // The title depends on the result, not only on the URL.
  usePageTitle(title)
  return (
    <Flex
      component="section"
      direction={{ base: 'column', sm: 'row' }}
      gap={20}
      p="lg"
      className={page.card ?? ''}
      aria-live={tone === 'bad' ? 'assertive' : 'polite'}
    >
      <ThemeIcon variant="light" color={tones[tone]} radius={20} size={64} aria-hidden>
        {icon}
      </ThemeIcon>
      <Box flex={1} miw={0}>
        <Title order={1} tabIndex={-1}>
          {heading}
        </Title>
        <Text component="div" mt="xs" maw="62ch">
          {children}
        </Text>
        {actions && (
          <Group gap="sm" mt="lg">
            {actions}
          </Group>
        )}
      </Box>
    </Flex>
  )
}
