import { Alert, Badge, Code, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrderLine, Receipt } from '#contract/orders.ts'
import { formatDate, formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { phoneWords } from '#web/features/members/words.ts'
import { m } from '#words/messages.js'
import { CreditNoteButton } from './credit-note-button.tsx'
import { discountOf, vatRateWords, whenWords, whoWords } from '../words.ts'
import styles from './receipt.module.css'

/** A receipt, also for print: seller, buyer, prices with VAT, and payment. */
export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const { organisation, billing, payment } = receipt
  const discounted = discountOf(receipt.lines).minor > 0
  const refunded = receipt.creditNotes.reduce((sum, { amount }) => sum + amount.minor, 0)
  return (
    <article className={styles.document} aria-label={m.receipt_of({ number: receipt.number })}>
      {receipt.testMode && (
        <Alert color="coral" ta="center">
          {m.receipt_test()}
        </Alert>
      )}
      <Group component="header" gap="24px 48px" justify="space-between" align="flex-start">
        <address className={styles.address}>
          <Title order={2}>{organisation.name}</Title>
          <span>{organisation.address}</span>
          <span>{organisation.email}</span>
          {organisation.cvr && <span>{m.receipt_cvr({ cvr: organisation.cvr })}</span>}
        </address>
        <dl className={styles.facts}>
          <Fact name={m.receipt_number()} strong>
            {receipt.number}
          </Fact>
          <Fact name={m.receipt_date()}>{formatDate(receipt.issuedAt)}</Fact>
          <Fact name={m.receipt_order_number()}>{receipt.orderNumber}</Fact>
        </dl>
      </Group>

      <section>
        <Text size="sm" c="dimmed">
          {m.receipt_billed_to()}
        </Text>
        <address className={styles.address}>
          <strong>{billing.name}</strong>
          <span>{billing.address}</span>
          <span>{[billing.email, phoneWords(billing.phone)].filter(Boolean).join(' · ')}</span>
        </address>
      </section>

      <div className={styles.lines} data-discounted={discounted} role="table" aria-label={m.receipt_lines()}>
        <div role="row" className={styles.lineHead}>
          <span role="columnheader">{m.receipt_line()}</span>
          <span role="columnheader">{m.price_price()}</span>
          <span role="columnheader">{m.receipt_vat_column()}</span>
          <span role="columnheader">{m.price_surcharge()}</span>
          {discounted && <span role="columnheader">{m.price_discount()}</span>}
          <span role="columnheader">{m.price_total()}</span>
        </div>
        {receipt.lines.map((line) => (
          <ReceiptLine key={line.id} line={line} coupon={receipt.coupon} discounted={discounted} />
        ))}
      </div>

      <dl className={styles.sums}>
        <Fact name={m.receipt_net()}>
          <MoneyText value={receipt.net} />
        </Fact>
        <Fact name={m.receipt_vat()}>
          <MoneyText value={receipt.vat} />
        </Fact>
        <Fact name={m.price_total()} strong>
          <MoneyText value={receipt.total} />
        </Fact>
        {refunded > 0 && (
          <>
            <Fact name={m.receipt_given_back()}>
              <MoneyText value={{ ...receipt.total, minor: -refunded }} />
            </Fact>
            <Fact name={m.receipt_kept()} strong>
              <MoneyText value={{ ...receipt.total, minor: receipt.total.minor - refunded }} />
            </Fact>
          </>
        )}
      </dl>

      {receipt.creditNotes.length > 0 && <CreditNotes notes={receipt.creditNotes} />}

      <Stack component="footer" gap={14} align="flex-start">
        <Divider w="100%" mb={10} />
        <Badge color={refunded > 0 ? 'coral' : 'teal'} size="lg">
          {refunded === 0
            ? m.receipt_paid()
            : refunded < receipt.total.minor
              ? m.receipt_partly_given_back()
              : m.receipt_given_back()}
        </Badge>
        <dl className={styles.facts}>
          <Fact name={m.receipt_paid_at()}>{formatDateTime(payment.paidAt)}</Fact>
          <Fact name={m.receipt_paid_with()}>{m.receipt_card({ provider: capital(payment.provider) })}</Fact>
          {payment.authorizationIdentifier && (
            <Fact name={m.receipt_authorization()}>
              <Code>{payment.authorizationIdentifier}</Code>
            </Fact>
          )}
        </dl>
      </Stack>
    </article>
  )
}

function Fact({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CreditNotes({ notes }: { notes: Receipt['creditNotes'] }) {
  return (
    <Stack component="section" gap="xs" aria-label={m.receipt_credit_notes()}>
      <Divider mb="md" />
      <Title order={3}>{m.receipt_credit_notes()}</Title>
      <Stack component="ul" gap="md">
        {notes.map(({ refundId, number, amount, issuedAt }) => (
          <Group component="li" key={refundId}>
            <Text flex="1 1 200px">{m.receipt_credit_note({ number, date: formatDate(issuedAt) })}</Text>
            <strong>
              <MoneyText value={amount} />
            </strong>
            <span className={styles.noteButton}>
              <CreditNoteButton refundId={refundId} number={number} />
            </span>
          </Group>
        ))}
      </Stack>
    </Stack>
  )
}

/** A table row; on phones a block in which each amount carries its column's name. */
function ReceiptLine({ line, coupon, discounted }: { line: OrderLine; coupon: string | null; discounted: boolean }) {
  const { parts } = line
  return (
    <div role="row" className={styles.line}>
      <span role="cell" className={styles.what}>
        <strong>{line.title}</strong>
        <span>{whoWords(line)}</span>
        <span>{whenWords(line)}</span>
        {line.replacesTrial !== null && <span>{m.receipt_replaces_trial({ name: line.replacesTrial })}</span>}
        {line.refunded.minor > 0 && (
          <span className={styles.back}>{m.receipt_line_given_back({ amount: formatMoney(line.refunded) })}</span>
        )}
      </span>
      <span role="cell" data-name={m.price_price()}>
        <MoneyText value={parts.price} />
      </span>
      <span role="cell" data-name={m.price_vat({ rate: vatRateWords(parts.vatRate) })}>
        <span className={styles.amount}>
          <MoneyText value={parts.vat} />
          <small>{vatRateWords(parts.vatRate)} %</small>
        </span>
      </span>
      <span role="cell" data-name={m.price_surcharge()}>
        <MoneyText value={parts.surcharge} />
      </span>
      {discounted && (
        <span role="cell" data-name={coupon === null ? m.price_discount() : m.price_discount_code({ code: coupon })}>
          <span className={styles.amount}>
            <MoneyText value={{ ...parts.discount, minor: 0 - parts.discount.minor }} />
            {coupon !== null && parts.discount.minor > 0 && <small>{coupon}</small>}
          </span>
        </span>
      )}
      <span role="cell" data-name={m.price_total()} className={styles.lineTotal}>
        <MoneyText value={parts.total} />
      </span>
    </div>
  )
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
