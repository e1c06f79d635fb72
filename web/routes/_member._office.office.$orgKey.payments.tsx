import { Stack, Badge, Button, Group, Modal, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconArrowBackUp, IconCreditCard } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { paymentFilterFields, PaymentSort } from '#contract/orders/office.ts'
import type { ClubOrder, ClubOrderPage } from '#contract/orders/orders.ts'
import { whichWords } from '#web/parts/earlier-exports.tsx'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { PagedList } from '#web/parts/paged-list.tsx'
import type { ListColumn, ListSelection } from '#web/ui/data-list/data-list.tsx'
import { useListState } from '#web/ui/data-list/list-address.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDateTime, formatMoney, formatShortDate } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { ClubOrderDetails, LineTitles } from '#web/features/orders/office/club-order-details.tsx'
import { paymentFields } from '#web/features/orders/office/payment-fields.ts'
import {
  amountWords,
  costsNothing,
  openLines,
  orderBadge,
  refundedSum,
} from '#web/features/orders/office/payment-words.ts'
import { PeriodField } from '#web/features/orders/office/period-field.tsx'
import { exportPayments, paidOrdersQuery } from '#web/features/orders/office/queries.ts'
import { RefundDialog } from '#web/features/orders/office/refund-dialog.tsx'
import { UnresolvedPayments } from '#web/features/orders/office/unresolved-payments.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/payments')({
  component: ClubPaymentsPage,
  staticData: { name: 'clubPayments', title: m.title_club_payments },
})

function ClubPaymentsPage() {
  const { club } = useOffice()
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_club_payments()}
        actions={
          <ButtonLink variant="default" to={paths.owes(club.key)}>
            {m.title_owes()}
          </ButtonLink>
        }
      />
      <ClubPayments key={club.id} club={club} />
    </Stack>
  )
}

interface Props {
  readonly club: { readonly id: string; readonly key: string }
}

/** A club's payments: those that need attention, then all paid orders with their sums. */
function ClubPayments({ club }: Props) {
  const list = useListState(paymentFilterFields, PaymentSort.options as [PaymentSort])
  const { state } = list
  const pages = useInfiniteQuery(paidOrdersQuery(club.id, state))
  const [opened, setOpened] = useState<string | null>(null)
  const orders = pages.data?.pages.flatMap((page) => page.orders) ?? []
  const [refunding, setRefunding] = useState<string | null>(null)
  const open = orders.find(({ id }) => id === opened)
  return (
    <Stack gap="lg">
      <UnresolvedPayments orgId={club.id} />
      <PagedList
        name="club-payments"
        label={m.club_payments_list()}
        pages={pages}
        rowsOf={(page) => page.orders}
        columns={columns(({ id }) => setRefunding(id))}
        fields={paymentFields()}
        idOf={({ id }) => id}
        nameOf={({ buyer, number }) => `${buyer.name}, ${number}`}
        onOpen={({ id }) => setOpened(id)}
        countWords={(count) => m.payments_count({ count })}
        searchLabel={m.club_payments_search()}
        searchHint={m.club_payments_search_hint()}
        {...list}
        tools={
          <>
            <PeriodField filter={state.filter} onChange={(filter) => list.onChange({ filter })} />
            <ExportMenu
              label={m.export_list()}
              words={{
                says: (exported) => whichWords(exported, paymentFields()),
                // A row for each line and each refund.
                countWords: (count) => m.export_rows({ count }),
              }}
              {...exportPayments(club.id, state)}
            />
          </>
        }
        actions={(selection: ListSelection) => (
          <ExportMenu
            label={m.export_selected()}
            {...exportPayments(club.id, state, 'ids' in selection ? selection.ids : undefined)}
          />
        )}
        summary={
          <>
            <Sums sums={pages.data?.pages[0]?.sums ?? []} />
            <ReceiptGaps gaps={pages.data?.pages[0]?.receiptGaps ?? []} />
          </>
        }
        empty={
          <EmptyState icon={<IconCreditCard size={40} stroke={1.5} />} title={m.club_payments_empty_title()}>
            {m.club_payments_empty()}
          </EmptyState>
        }
      />
      <Modal
        opened={open !== undefined}
        onClose={() => setOpened(null)}
        title={open && m.club_payment_order({ number: open.number })}
        size="lg"
      >
        {open && (
          <>
            <ClubOrderDetails order={open} />
            <TextLink to={paths.office(club.key, 'history', { thing: 'order', thingId: open.id })} alone size="sm">
              {m.office_history()}
            </TextLink>
          </>
        )}
      </Modal>
      <RefundDialog
        orgId={club.id}
        order={orders.find(({ id }) => id === refunding)}
        onClose={() => setRefunding(null)}
      />
    </Stack>
  )
}

const columns = (onRefund: (order: ClubOrder) => void): ListColumn<ClubOrder>[] => [
  { name: 'buyer', title: m.payments_file_buyer(), sort: 'buyer', render: ({ buyer }) => buyer.name },
  {
    name: 'paid',
    title: m.payments_file_paid(),
    sort: 'paid',
    noWrap: true,
    render: ({ paidAt, createdAt }) => formatShortDate(paidAt ?? createdAt),
  },
  { name: 'what', title: m.payments_file_what(), render: ({ lines }) => <LineTitles lines={lines} /> },
  {
    name: 'number',
    title: m.payments_number(),
    folded: true,
    render: ({ number, receiptNumber }) => [number, receiptNumber].filter(Boolean).join(' · '),
  },
  {
    name: 'amount',
    title: m.payments_file_amount(),
    sort: 'amount',
    align: 'right',
    render: (order) => (order.total.minor === 0 ? amountWords(order) : <MoneyText value={order.total} />),
  },
  {
    name: 'refunded',
    title: m.payments_file_refunded(),
    align: 'right',
    render: (order) => {
      const minor = refundedSum(order)
      return minor === 0 ? '' : <MoneyText value={{ ...order.total, minor }} />
    },
  },
  { name: 'status', title: m.payments_status(), render: (order) => <OrderBadge order={order} /> },
  { name: 'email', title: m.payments_email(), render: ({ buyer }) => buyer.email, extra: true },
  { name: 'action', title: m.payments_action(), render: (order) => <RefundButton order={order} onRefund={onRefund} /> },
]

function OrderBadge({ order }: { order: ClubOrder }) {
  const { label, color } = orderBadge(order)
  return <Badge color={color}>{label}</Badge>
}

function RefundButton({ order, onRefund }: { order: ClubOrder; onRefund: (order: ClubOrder) => void }) {
  if (!order.can.refund) return ''
  const cancels = costsNothing(openLines(order))
  const params = { name: order.buyer.name, number: order.number }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
      aria-label={cancels ? m.club_payment_cancel_of(params) : m.club_payment_refund_of(params)}
      onClick={() => onRefund(order)}
    >
      {cancels ? m.club_payment_cancel() : m.club_payment_refund()}
    </Button>
  )
}

type Sum = {
  readonly paid: { readonly minor: number; readonly currency: string }
  readonly refunded: { readonly minor: number }
  readonly byHand?: { readonly minor: number } | undefined
}

/** For the accounts: numbers that no receipt of the portal has. */
const ReceiptGaps = ({ gaps }: { readonly gaps: NonNullable<ClubOrderPage['receiptGaps']> }) =>
  gaps.map(({ first, last, backupAt }) => (
    <Text key={first} size="sm" mt="xs">
      {m.payments_receipt_gap({ first, last, at: formatDateTime(backupAt) })}
    </Text>
  ))

/** Payments, refunds and the rest, for everything that matches; beside it the club's payments by hand. */
function Sums({ sums }: { sums: readonly Sum[] }) {
  if (sums.length === 0) return null
  return (
    <Group component="dl" gap="4px 28px" aria-label={m.payments_sums()}>
      {sums.flatMap(({ paid, refunded, byHand }) =>
        [
          [m.payments_sum_paid(), paid.minor],
          [m.payments_sum_refunded(), refunded.minor],
          [m.payments_sum_left(), paid.minor - refunded.minor],
          ...(!byHand?.minor ? [] : [[m.payments_by_hand(), byHand.minor] as const]),
        ].map(([name, minor]) => (
          <Group key={`${paid.currency} ${name}`} gap={6}>
            <Text component="dt" c="dimmed" size="sm">
              {name}
            </Text>
            <Text component="dd" fw={660}>
              {formatMoney({ minor: Number(minor), currency: paid.currency })}
            </Text>
          </Group>
        )),
      )}
    </Group>
  )
}
