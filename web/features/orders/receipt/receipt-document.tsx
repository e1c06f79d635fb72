import { Alert, Badge, Code, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrderLine, Receipt } from '#contract/orders/orders.ts'
import type { Money } from '#contract/values.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { capital, formatDate, formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { MoneyText, PriceText } from '#web/ui/words/money-text.tsx'
import { Total } from '#web/ui/words/total.tsx'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { CreditNoteButton } from '../result/refund-notes.tsx'
import { orderStates, vatRateWords, whenWords, whoWords } from '../words.ts'
import styles from './receipt.module.css'

/** A receipt, also for print: seller, buyer, prices with VAT, and payment. */
export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const { organisation, issuer, billing, payment } = receipt
  const amounts = amountsOf(receipt)
  const refunded = receipt.creditNotes.reduce((sum, { amount }) => sum + amount.minor, 0)
  const state = orderStates[refunded === 0 ? 'paid' : refunded < receipt.total.minor ? 'partly_refunded' : 'refunded']
  return (
    <article className={styles.document} aria-label={m.receipt_of({ number: receipt.number })}>
      {receipt.testMode && (
        <Alert color="coral" ta="center">
          {m.receipt_test()}
        </Alert>
      )}
      <Group component="header" gap="24px 48px" justify="space-between" align="flex-start">
        <Group gap="md" wrap="nowrap" align="flex-start">
          {issuer && <ClubMark club={{ ...issuer, name: organisation.name }} size={52} />}
          <div className={styles.address}>
            <Title order={2}>{organisation.name}</Title>
            <address className={styles.address}>
              <span>{organisation.address}</span>
              <span>{organisation.email}</span>
              {organisation.cvr && <span>{m.receipt_cvr({ cvr: organisation.cvr })}</span>}
            </address>
          </div>
        </Group>
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

      <div
        className={styles.lines}
        style={{ ['--amounts' as string]: 1 + amounts.length }}
        role="table"
        aria-label={m.receipt_lines()}
      >
        <div role="row" className={styles.lineHead}>
          <span role="columnheader">{m.receipt_line()}</span>
          {amounts.map(({ column }) => (
            <span key={column} role="columnheader">
              {column}
            </span>
          ))}
          <span role="columnheader">{m.price_total()}</span>
        </div>
        {receipt.lines.map((line) => (
          <ReceiptLine key={line.id} line={line} amounts={amounts} />
        ))}
      </div>

      <Stack gap={8} className={styles.sums ?? ''}>
        {receipt.vat.minor !== 0 && (
          <>
            <Total label={m.receipt_net()} value={receipt.net} small />
            <Total label={m.receipt_vat()} value={receipt.vat} small />
          </>
        )}
        <Total value={receipt.total} />
        {refunded > 0 && (
          <>
            <Total label={orderStates.refunded.label()} value={{ ...receipt.total, minor: -refunded }} small />
            <Total label={m.receipt_kept()} value={{ ...receipt.total, minor: receipt.total.minor - refunded }} />
          </>
        )}
      </Stack>

      {receipt.creditNotes.length > 0 && <CreditNotes notes={receipt.creditNotes} />}

      <Stack component="footer" gap={14} align="flex-start">
        <Divider w="100%" mb={10} />
        <Badge color={state.color} size="lg">
          {state.label()}
        </Badge>
        <dl className={styles.facts}>
          <Fact name={m.receipt_paid_at()}>{formatDateTime(payment.paidAt)}</Fact>
          <Fact name={m.receipt_paid_with()}>
            {payment.taken
              ? takenWords[payment.taken.method]({ date: formatDate(payment.taken.receivedOn) })
              : m.receipt_card({ provider: capital(payment.provider) })}
          </Fact>
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

/** A column of amounts. */
interface Amount {
  readonly column: string
  /** The column's name in one line, and a note below its amount. */
  readonly name: (line: OrderLine) => string
  readonly value: (line: OrderLine) => Money
  readonly note?: (line: OrderLine) => string | null
}

/** The parts of a line's total; those that no line has are left out. */
function amountsOf({ lines, coupon }: Receipt): Amount[] {
  const price = { column: m.price_price(), name: m.price_price, value: ({ parts }: OrderLine) => parts.price }
  const others: Amount[] = [
    {
      column: m.receipt_vat_column(),
      name: ({ parts }) => m.price_vat({ rate: vatRateWords(parts.vatRate) }),
      value: ({ parts }) => parts.vat,
      note: ({ parts }) => m.price_vat_rate({ rate: vatRateWords(parts.vatRate) }),
    },
    { column: m.price_surcharge(), name: m.price_surcharge, value: ({ parts }) => parts.surcharge },
    {
      column: m.price_discount(),
      name: () => (coupon === null ? m.price_discount() : m.price_discount_code({ code: coupon })),
      value: ({ parts }) => ({ ...parts.discount, minor: 0 - parts.discount.minor }),
      note: () => coupon,
    },
  ]
  const used = others.filter(({ value }) => lines.some((line) => value(line).minor !== 0))
  return used.length === 0 ? [] : [price, ...used]
}

/** A table row; on phones a block in which each amount carries its column's name. */
function ReceiptLine({ line, amounts }: { line: OrderLine; amounts: readonly Amount[] }) {
  return (
    <div role="row" className={styles.line}>
      <span role="cell" className={styles.what}>
        <strong lang={langOf(line, 'title')}>{line.title}</strong>
        <span>{whoWords(line)}</span>
        <span>{whenWords(line)}</span>
        {line.replacesTrial !== null && <span>{m.receipt_replaces_trial({ name: line.replacesTrial })}</span>}
        {line.refunded.minor > 0 && (
          <span className={styles.back}>{m.receipt_line_refunded({ amount: formatMoney(line.refunded) })}</span>
        )}
      </span>
      {amounts.map(({ column, name, value, note }) => {
        const amount = value(line)
        // Where only other lines have it, the column stays and its cell is empty.
        if (amount.minor === 0) return <span key={column} role="cell" />
        return (
          <span key={column} role="cell" data-name={name(line)}>
            <span className={styles.amount}>
              <MoneyText value={amount} />
              {note?.(line) && <small>{note(line)}</small>}
            </span>
          </span>
        )
      })}
      <span role="cell" data-name={m.price_total()} className={styles.lineTotal}>
        <PriceText value={line.parts.total} />
      </span>
    </div>
  )
}

const takenWords = {
  cash: m.receipt_paid_in_cash,
  bank_transfer: m.receipt_paid_by_transfer,
  mobilepay: m.receipt_paid_by_mobilepay,
}
