import { Badge, Group, Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '#web/ui/icons/index.ts'
import type { ReactNode, Ref } from 'react'
import type { UnpaidOrder } from '#contract/orders/orders.ts'
import { m } from '#words/messages.js'
import { whoWords } from '../words.ts'
import styles from './order-notice.module.css'

/** The facts of an order in a notice. */
export type NoticedOrder = Pick<UnpaidOrder, 'token' | 'orgId' | 'orgKey' | 'orgName' | 'testMode' | 'lines'>

interface Props {
  order: NoticedOrder
  words: { readonly title: string; readonly text: string }
  icon: Icon
  color: 'coral' | 'fjord' | 'teal' | 'gray'
  children?: ReactNode
  aside?: ReactNode
  ref?: Ref<HTMLElement>
}

export function OrderNotice({ order, words, icon: NoticeIcon, color, children, aside, ref }: Props) {
  // Includes what each order buys, because several may have the same time left.
  const label = [order.orgName, ...order.lines.map((line) => `${line.title} · ${whoWords(line)}`)].join(', ')
  return (
    <section ref={ref} aria-label={`${words.title}: ${label}`} tabIndex={-1} className={styles.notice}>
      <ThemeIcon variant="light" color={color} radius={12} size={42} className={styles.icon ?? ''} aria-hidden>
        <NoticeIcon size={21} stroke={1.7} />
      </ThemeIcon>
      <div className={styles.head}>
        <Title order={2} size="h3">
          {words.title}
        </Title>
        <Group gap="2px 8px" mt={4} fz="sm" fw={620}>
          {order.orgName} {order.testMode && <Badge color="coral">{m.order_test_mode()}</Badge>}
        </Group>
        {/* Announced on changes, unlike the countdown in the heading. */}
        <Text size="sm" c="dimmed" mt={2} role="status">
          {words.text}
        </Text>
      </div>
      <div className={styles.body}>{children}</div>
      <div className={styles.aside}>{aside}</div>
    </section>
  )
}

export const NoticeActions = ({ children }: { children: ReactNode }) => (
  <Group gap="sm" justify="flex-end">
    {children}
  </Group>
)
