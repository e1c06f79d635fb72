import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  IconCalendarPlus,
  IconCircleCheck,
  IconClockPause,
  IconDownload,
  IconFlask,
  IconHourglass,
  IconReceiptRefund,
  IconRefresh,
  IconTicket,
} from '#web/ui/icons/index.ts'
import { type ReactNode } from 'react'
import { tickets } from '#contract/events/tickets.ts'
import type { OrderState } from '#contract/orders/orders.ts'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'
import { saveFile } from '#web/api/files.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCalendarFile } from '#web/api/use-calendar-file.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { RefundNotes } from './refund-notes.tsx'
import { type EventPlace, receiptIdOf } from '../order-place.ts'
import { OrderSummary, ResultHead } from './order-summary.tsx'
import type { Outcome } from '../queries.ts'
import { paidWords, refundedTo, welcomeHeading } from './words.ts'
import styles from './result.module.css'

/** The gateway has the payment and the portal is verifying it. */
export function PaymentConfirming({ late }: { late: boolean }) {
  return (
    <div data-coming={!late || undefined}>
      <ResultHead
        tone="calm"
        icon={<IconHourglass aria-hidden size={32} stroke={1.6} />}
        title={m.confirm_waiting_title()}
      >
        {late ? m.confirm_waiting_late() : m.confirm_waiting()}
        <div className={styles.track} />
      </ResultHead>
    </div>
  )
}

/** The order exists, but no payment is known. */
export function PaymentMissing({ pay, problem }: { pay: ReactNode; problem: ReactNode }) {
  return (
    <Stack gap="lg">
      <ResultHead
        tone="calm"
        icon={<IconClockPause aria-hidden size={32} stroke={1.6} />}
        title={m.confirm_missing_title()}
        actions={pay}
      >
        {m.confirm_missing()}
      </ResultHead>
      {problem}
    </Stack>
  )
}

/** Next steps after a paid order; later features know them. */
export type OrderNext = (order: OwnOrder) => ReactNode

interface DoneProps {
  state: OrderState
  /** The event of this page; null on the memberships page. */
  place: EventPlace | null
  outcome: Extract<Outcome, 'paid' | 'refunded'>
  /** The other orders of the basket, waiting to be paid. */
  rest: ReactNode
  next: OrderNext | undefined
}

export function PaymentDone({ state, place, outcome, rest, next }: DoneProps) {
  const { own } = state
  const session = useSessionState()
  const readerId = session.status === 'signed-in' ? session.member.id : null
  const receiptId = receiptIdOf(own)
  const refunded = outcome === 'refunded'
  const hasMembership = own === null ? place === null : own.lines.some(({ kind }) => kind === 'membership')
  // Refunds by the office do not mean that it was paid twice.
  const twice = own !== null && own.givenBack.some(({ cause }) => cause !== 'office')
  return (
    <Stack gap="lg">
      <ResultHead
        tone={refunded ? 'calm' : 'good'}
        icon={
          refunded ? (
            <IconReceiptRefund aria-hidden size={32} stroke={1.6} />
          ) : (
            <IconCircleCheck aria-hidden size={34} stroke={1.6} />
          )
        }
        title={refunded ? m.confirm_refunded_title() : place ? m.title_event_confirm() : m.title_membership_confirm()}
        heading={own && !refunded ? welcomeHeading(own, readerId) : undefined}
        actions={
          <>
            {place && !refunded && <TicketActions place={place} own={own !== null} />}
            {receiptId && (
              <ButtonLink to={paths.membershipReceipt(receiptId)} variant={rest || place ? 'default' : 'filled'}>
                {m.confirm_receipt()}
              </ButtonLink>
            )}
            {hasMembership && (
              <ButtonLink to={paths.memberships()} variant={receiptId || rest ? 'default' : 'filled'}>
                {m.confirm_memberships()}
              </ButtonLink>
            )}
          </>
        }
      >
        {refunded ? refundedTo(own) : paidWords(own, session)}
        {!refunded && twice && ` ${m.refunded_next_paid()}`}
      </ResultHead>
      {rest}
      {own?.testMode && (
        <Alert color="coral" icon={<IconFlask />} title={m.order_test_mode()}>
          {m.order_test_mode_explained()}
        </Alert>
      )}
      {own && <RefundNotes order={own} />}
      {own && !refunded && <RenewsByCard order={own} />}
      {own && !refunded && !rest && next?.(own)}
      {own && <OrderSummary order={own} />}
    </Stack>
  )
}

/** Links and downloads for tickets. `own`: they belong to the user. */
export function TicketActions({ place, own }: { place: EventPlace; own: boolean }) {
  const { eventId } = place
  const pdf = useMutation({
    mutationFn: () => call(tickets.pdfOfEvent, { eventId, language: currentLanguage() }),
    onSuccess: saveFile,
    onError: showFailure,
  })
  const calendar = useCalendarFile(eventId)
  return (
    <>
      <ButtonLink to={paths.ticketsOf(place.orgKey, eventId)} leftSection={<IconTicket size={20} stroke={1.7} />}>
        {m.confirm_tickets()}
      </ButtonLink>
      {own && (
        <Button
          variant="default"
          onClick={() => pdf.mutate()}
          loading={pdf.isPending}
          leftSection={<IconDownload size={20} stroke={1.7} />}
        >
          {m.confirm_tickets_pdf()}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => calendar.mutate()}
        loading={calendar.isPending}
        leftSection={<IconCalendarPlus size={20} stroke={1.7} />}
      >
        {m.confirm_calendar()}
      </Button>
    </>
  )
}

/** The next season's renewals by the card that paid. */
function RenewsByCard({ order: { lines, linesByCard = [] } }: { order: OwnOrder }) {
  const renewed = lines.filter(({ id }) => linesByCard.includes(id))
  if (renewed.length === 0) return null
  const what = formatList(renewed.map(({ title, memberName }) => `${title} (${memberName})`))
  return (
    <Alert color="fjord" icon={<IconRefresh />} title={m.order_renews_title()}>
      {m.order_renews_by_card({ what })}
    </Alert>
  )
}

interface UnknownProps {
  place: EventPlace | null
  text: string
  onRetry: () => void
}

export function OrderUnknown({ place, text, onRetry }: UnknownProps) {
  return (
    <ResultHead
      tone="calm"
      icon={<IconHourglass aria-hidden size={32} stroke={1.6} />}
      title={m.confirm_unknown_title()}
      actions={
        <>
          <Button onClick={onRetry}>{m.action_retry()}</Button>
          <ButtonLink to={place ? paths.ticketsOf(place.orgKey, place.eventId) : paths.memberships()} variant="default">
            {place ? m.confirm_tickets() : m.confirm_memberships()}
          </ButtonLink>
        </>
      }
    >
      {text}
    </ResultHead>
  )
}
