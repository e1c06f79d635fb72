import { Badge, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCreditCard, IconReceipt } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Membership, Term, TermPayment } from '#contract/memberships/memberships.ts'
import { paths } from '#web/paths.ts'
import { formatDate, formatMoney, formatPeriod, today } from '#web/ui/words/format.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { termWords } from './words.ts'
import styles from './term-list.module.css'

/** An unpaid season: where to pay, and the result of the last attempt. */
interface Waiting {
  readonly payPath: string
  readonly lastTry: ReactNode
}

interface Props {
  membership: Membership
  waitingOf: (term: Term) => Waiting | null
}

/** All seasons of a membership, newest first, with status, payment and receipt. */
export function TermList({ membership, waitingOf }: Props) {
  const now = today()
  const terms = membership.memberships.toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))
  return (
    <Stack component="ol" gap="md">
      {terms.map((term) => (
        <li key={term.id}>
          <TermPanel term={term} now={now} waiting={waitingOf(term)} />
        </li>
      ))}
    </Stack>
  )
}

function TermPanel({ term, now, waiting }: { term: Term; now: string; waiting: Waiting | null }) {
  const words = termWords(term, now)
  return (
    <Panel className={styles.term ?? ''} padding="md">
      <ThemeIcon variant="light" size={64} radius="lg" fz={17} fw={700} aria-hidden>
        {term.membershipFor}
      </ThemeIcon>
      <div>
        <Title order={2} size="h3">
          <Own of={term} field="configurationName" />{' '}
          {term.payment?.testMode && <Badge color="coral">{m.order_test_mode()}</Badge>}
        </Title>
        <Text size="sm" c="dimmed">
          {formatPeriod(term.startDate, term.endDate)}
        </Text>
        <Text size="sm" fw={620} mt={6} className={styles.status} data-tone={waiting ? 'coral' : words.color}>
          {waiting ? m.term_waits() : words.sentence}
        </Text>
        {term.gaveWay && (
          <Text size="sm" mt={2}>
            {m.term_gave_way({ name: term.gaveWay.to, date: formatDate(term.gaveWay.plannedEndDate) })}
          </Text>
        )}
        {term.payment && <Paid payment={term.payment} />}
        {waiting?.lastTry}
      </div>
      {waiting ? (
        <ButtonLink
          to={waiting.payPath}
          leftSection={<IconCreditCard size={18} stroke={1.7} />}
          className={styles.receipt ?? ''}
        >
          {m.term_pay()}
        </ButtonLink>
      ) : (
        term.hasReceipt && (
          <ButtonLink
            to={paths.membershipReceipt(term.id)}
            variant="light"
            leftSection={<IconReceipt size={18} stroke={1.7} />}
            className={styles.receipt ?? ''}
            aria-label={m.receipt_link_of({ year: String(term.membershipFor) })}
          >
            {m.receipt_title()}
          </ButtonLink>
        )
      )}
    </Panel>
  )
}

function Paid({ payment: { total, refunded, own, payerName } }: { payment: TermPayment }) {
  const amount = formatMoney(total)
  const paid = own
    ? m.term_paid_by_you({ amount })
    : payerName
      ? m.term_paid_by({ amount, name: payerName })
      : m.term_paid_by_other({ amount })
  return (
    <Text size="sm" c="dimmed" mt={2}>
      {paid}
      {refunded.minor > 0 && ` ${m.term_refunded({ amount: formatMoney(refunded) })}`}
    </Text>
  )
}
