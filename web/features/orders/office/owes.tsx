import { Badge, Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { takenBy } from '#contract/orders/answers.ts'
import type { OwedOrder } from '#contract/orders/by-hand.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { PagedList } from '#web/parts/paged-list.tsx'
import type { ListColumn, ListSelection } from '#web/ui/data-list/data-list.tsx'
import { useSearched } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { MoneyField } from '#web/ui/fields/money-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { IconReceipt } from '#web/ui/icons/index.ts'
import { danish } from '#web/ui/own-text.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney, formatShortDate, today } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { minorOf, typedAmount } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { exportOwes, owesQuery, useByHand } from './by-hand-queries.ts'
import { takenWords } from './payment-words.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly mayWrite: boolean
}

/** Invoices that are not paid, the longest overdue first. A search also finds those that lapsed. */
export function Owes({ club, mayWrite }: Props) {
  const list = useSearched()
  const which = { search: list.state.search }
  const pages = useInfiniteQuery(owesQuery(club.id, which))
  const [recording, setRecording] = useState<OwedOrder | null>(null)
  const [cancelling, setCancelling] = useState<OwedOrder | null>(null)
  const { remind } = useByHand(club.id)
  const first = pages.data?.pages[0]
  const remindThose = (selection: ListSelection) =>
    whenDone(remind.mutateAsync('ids' in selection ? { ids: [...selection.ids] } : { ...which, all: true }), {
      onSuccess: ({ reminded, skipped, left }) => {
        const done = m.owes_reminded({ count: reminded, skipped })
        showToast({ message: left ? `${done} ${m.owes_reminders_left({ count: left })}` : done })
      },
      onError: showFailure,
    })
  return (
    <>
      <PagedList
        name="club-owes"
        label={m.title_owes()}
        pages={pages}
        rowsOf={(page) => page.orders}
        columns={columns(mayWrite, setRecording, setCancelling)}
        idOf={({ id }) => id}
        nameOf={({ buyer, number }) => `${buyer.name}, ${number}`}
        countWords={(count) => m.owes_count({ count })}
        searchLabel={m.owes_search()}
        {...list}
        tools={<ExportMenu label={m.export_list()} {...exportOwes(club.id, which)} />}
        actions={(selection: ListSelection) => (
          <>
            {mayWrite && (
              <Button
                variant="default"
                size="compact-md"
                loading={remind.isPending}
                onClick={() => remindThose(selection)}
              >
                {m.owes_remind()}
              </Button>
            )}
            <ExportMenu
              label={m.export_selected()}
              {...exportOwes(club.id, which, 'ids' in selection ? selection.ids : undefined)}
            />
          </>
        )}
        summary={
          first && first.total > 0 ? (
            <Text>
              {first.overdue.minor > 0
                ? m.owes_sum({ sum: formatMoney(first.sum), overdue: formatMoney(first.overdue) })
                : m.owes_sum_none_overdue({ sum: formatMoney(first.sum) })}
            </Text>
          ) : null
        }
        empty={
          <EmptyState icon={<IconReceipt size={40} stroke={1.5} />} title={m.owes_empty_title()}>
            {m.owes_empty()}
          </EmptyState>
        }
      />
      {recording && <RecordPayment orgId={club.id} order={recording} onClose={() => setRecording(null)} />}
      {cancelling && <CancelInvoice orgId={club.id} order={cancelling} onClose={() => setCancelling(null)} />}
    </>
  )
}

const columns = (
  mayWrite: boolean,
  onRecord: (order: OwedOrder) => void,
  onCancel: (order: OwedOrder) => void,
): ListColumn<OwedOrder>[] => [
  { name: 'buyer', title: m.payments_file_buyer(), render: ({ buyer }) => buyer.name },
  { name: 'what', title: m.payments_file_what(), render: ({ what }) => <span lang={danish()}>{what}</span> },
  { name: 'number', title: m.payments_number(), folded: true, render: ({ number }) => number },
  {
    name: 'amount',
    title: m.payments_file_amount(),
    align: 'right',
    render: ({ amount }) => <MoneyText value={amount} />,
  },
  { name: 'due', title: m.invoice_due(), noWrap: true, render: ({ dueOn }) => formatShortDate(dueOn) },
  { name: 'overdue', title: m.owes_overdue(), render: (order) => <Overdue order={order} /> },
  {
    name: 'reminders',
    title: m.owes_reminders(),
    render: ({ reminders, remindedAt }) =>
      reminders === 0 ? m.owes_none() : `${reminders}${remindedAt ? ` · ${formatShortDate(remindedAt)}` : ''}`,
  },
  {
    name: 'expires',
    title: m.owes_expires(),
    noWrap: true,
    render: ({ expiresOn }) => formatShortDate(expiresOn),
    extra: true,
  },
  ...(mayWrite
    ? [
        {
          name: 'action',
          title: m.owes_actions(),
          render: (order: OwedOrder) => (
            <Group gap="xs" wrap="nowrap">
              <Button
                size="compact-sm"
                aria-label={m.owes_record_of({ name: order.buyer.name, number: order.number })}
                onClick={() => onRecord(order)}
              >
                {m.owes_record()}
              </Button>
              {!order.expired && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={m.owes_cancel_of({ name: order.buyer.name, number: order.number })}
                  onClick={() => onCancel(order)}
                >
                  {m.owes_cancel()}
                </Button>
              )}
            </Group>
          ),
        },
      ]
    : []),
]

function Overdue({ order: { overdue, confirming, expired, testMode } }: { readonly order: OwedOrder }) {
  if (expired) return <Badge color="gray">{m.owes_lapsed()}</Badge>
  if (confirming) return <Badge color="fjord">{m.owes_confirming()}</Badge>
  if (testMode) return <Badge color="fjord">{m.club_payment_test()}</Badge>
  if (overdue <= 0) return <Badge color="teal">{m.owes_not_due()}</Badge>
  return <Badge color="coral">{m.owes_overdue_by({ count: overdue })}</Badge>
}

interface DialogProps {
  readonly orgId: string
  readonly order: OwedOrder
  readonly onClose: () => void
}

function RecordPayment({ orgId, order, onClose }: DialogProps) {
  const { record } = useByHand(orgId)
  const [amount, setAmount] = useState(typedAmount(order.amount.minor))
  const [method, setMethod] = useState<(typeof takenBy)[number]>('bank_transfer')
  const [receivedOn, setReceivedOn] = useState(today())
  const [reference, setReference] = useState('')
  const [checked, setChecked] = useState(false)
  const wrongAmount =
    minorOf(amount) !== order.amount.minor && m.owes_wrong_amount({ amount: formatMoney(order.amount) })
  const wrongDay = (receivedOn === '' || receivedOn > today()) && m.problem_received_day_wrong()
  const onSubmit = () => {
    setChecked(true)
    if (wrongAmount || wrongDay) return
    whenDone(
      record.mutateAsync({
        orderId: order.id,
        amount: minorOf(amount),
        method,
        receivedOn,
        reference: reference.trim(),
      }),
      {
        onSuccess: () => {
          onClose()
          showToast({ message: m.owes_recorded({ amount: formatMoney(order.amount), name: order.buyer.name }) })
        },
      },
    )
  }
  return (
    <FormDialog
      title={m.owes_record()}
      confirm={m.owes_record()}
      error={record.error}
      busy={record.isPending}
      {...{ onSubmit, onClose }}
    >
      <Text>{m.owes_record_text({ name: order.buyer.name, number: order.number })}</Text>
      <MoneyField label={m.payments_file_amount()} value={amount} error={checked && wrongAmount} onChange={setAmount} />
      <ChoiceField
        label={m.registrations_method()}
        value={method}
        onChange={({ currentTarget: { value } }) => setMethod(takenBy.find((one) => one === value) ?? 'cash')}
        data={takenBy.map((one) => ({ value: one, label: takenWords(one) }))}
      />
      <TextInput
        type="date"
        max={today()}
        label={m.by_hand_received()}
        value={receivedOn}
        error={checked && wrongDay}
        onChange={({ currentTarget }) => setReceivedOn(currentTarget.value)}
      />
      <TextInput
        limit={100}
        label={m.by_hand_reference()}
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
    </FormDialog>
  )
}

function CancelInvoice({ orgId, order, onClose }: DialogProps) {
  const { cancel } = useByHand(orgId)
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const onSubmit = () => {
    setChecked(true)
    if (reason.trim() === '') return
    whenDone(cancel.mutateAsync({ orderId: order.id, reason: reason.trim() }), {
      onSuccess: () => {
        onClose()
        showToast({ message: m.owes_cancelled({ number: order.number }) })
      },
    })
  }
  return (
    <FormDialog
      title={m.owes_cancel()}
      confirm={m.owes_cancel()}
      danger
      error={cancel.error}
      busy={cancel.isPending}
      {...{ onSubmit, onClose }}
    >
      <Text>{m.owes_cancel_text({ name: order.buyer.name })}</Text>
      <Textarea
        autosize
        minRows={2}
        limit={300}
        label={m.registrations_reason()}
        value={reason}
        error={checked && reason.trim() === '' && m.registrations_add_reason_missing()}
        onChange={({ currentTarget: { value } }) => setReason(value.replace(/\n/g, ' '))}
      />
    </FormDialog>
  )
}
