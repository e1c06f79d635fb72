import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '#web/ui/page-title.ts'
import styles from './result.module.css'

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
