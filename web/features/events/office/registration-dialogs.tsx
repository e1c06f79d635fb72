import { Button, Group, Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { MOST_EVENT_PRICE } from '#contract/office-events.ts'
import { handMethods } from '#contract/order-answers.ts'
import { problemText } from '#web/api/problem-text.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { MoneyField } from '#web/ui/fields/money-field.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { amountProblem, minorOf } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import {
  candidatesQuery,
  type Chosen,
  type EventOfClub,
  refundPreviewQuery,
  useRegistrationChanges,
} from './registration-queries.ts'
import { methodWords } from './registration-words.ts'

interface Category {
  readonly id: string
  readonly name: string
}

interface ChosenProps {
  readonly ofEvent: EventOfClub
  readonly chosen: Chosen
  readonly count: number
  readonly onClose: () => void
}

/** Asks to which category people move. */
export function MoveRegistrations({
  ofEvent,
  chosen,
  count,
  categories,
  onClose,
}: ChosenProps & { readonly categories: readonly Category[] }) {
  const { move } = useRegistrationChanges(ofEvent)
  const [categoryId, setCategoryId] = useState(categories[0]?.id ?? '')
  const onSubmit = () =>
    move.mutate(
      { ...chosen, categoryId },
      {
        onSuccess: ({ changed }) => {
          onClose()
          showToast({ message: m.registrations_moved({ count: changed }) })
        },
      },
    )
  return (
    <Dialog
      title={m.registrations_move_title({ count })}
      confirm={m.registrations_move_confirm()}
      error={move.error}
      busy={move.isPending}
      {...{ onSubmit, onClose }}
    >
      <Text size="sm">{m.registrations_move_text()}</Text>
      <ChoiceField
        label={m.registrations_category()}
        value={categoryId}
        onChange={({ currentTarget: { value } }) => setCategoryId(value)}
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
        data-autofocus
      />
    </Dialog>
  )
}

/** Names whose places are refunded, and the sum, before it asks why. */
export function RefundRegistrations({ ofEvent, chosen, count, onClose }: ChosenProps) {
  const { refund } = useRegistrationChanges(ofEvent)
  const { data: asked, error } = useQuery(refundPreviewQuery(ofEvent, chosen))
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const missing = reason.trim() === ''
  const onSubmit = () => {
    setChecked(true)
    if (missing || !asked || asked.places === 0) return
    refund.mutate(
      { ...chosen, reason: reason.trim(), version: asked.version },
      {
        onSuccess: ({ places, skipped, amount }) => {
          onClose()
          const begun = m.registrations_refunding({ count: places, amount: formatMoney(amount) })
          showToast({ message: skipped > 0 ? `${begun} ${m.registrations_refund_skipped({ count: skipped })}` : begun })
        },
      },
    )
  }
  return (
    <Dialog
      title={m.registrations_refund_title({ count: asked?.places ?? count })}
      confirm={
        asked && asked.amount.minor > 0
          ? m.registrations_refund_amount({ amount: formatMoney(asked.amount) })
          : m.registrations_refund_confirm()
      }
      error={refund.error ?? error}
      busy={refund.isPending}
      disabled={!asked || asked.places === 0}
      {...{ onSubmit, onClose }}
    >
      {asked && (
        <div role="status">
          <Text fw={600}>{m.registrations_refund_sum({ count: asked.places, amount: formatMoney(asked.amount) })}</Text>
          <Text size="sm">
            {asked.places > asked.names.length
              ? m.registrations_refund_names_more({
                  names: asked.names.join(', '),
                  count: asked.places - asked.names.length,
                })
              : asked.names.join(', ')}
          </Text>
          {asked.skipped > 0 && (
            <Text size="sm" c="dimmed">
              {m.registrations_refund_skipped({ count: asked.skipped })}
            </Text>
          )}
        </div>
      )}
      <Text size="sm">{m.registrations_refund_text()}</Text>
      <Textarea
        size="md"
        autosize
        minRows={2}
        maxLength={300}
        label={m.registrations_reason()}
        description={m.registrations_add_reason_hint()}
        value={reason}
        error={checked && missing && m.registrations_add_reason_missing()}
        onChange={({ currentTarget: { value } }) => setReason(value.replace(/\n/g, ' '))}
        data-autofocus
      />
    </Dialog>
  )
}

interface AddProps {
  readonly ofEvent: EventOfClub
  readonly categories: readonly Category[]
  readonly onClose: () => void
}

/** Registers a member of the club, or somebody of their family. */
export function AddRegistration({ ofEvent, categories, onClose }: AddProps) {
  const { add } = useRegistrationChanges(ofEvent)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 250)
  const { data: people } = useQuery(candidatesQuery(ofEvent, settled))
  const [memberId, setMemberId] = useState('')
  const [categoryId, setCategoryId] = useState(categories[0]?.id ?? '')
  const [method, setMethod] = useState<(typeof handMethods)[number]>('free')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const isFree = method === 'free'
  const minor = isFree ? 0 : minorOf(amount)
  const wrong = {
    person: memberId === '' && m.registrations_add_choose(),
    amount: !isFree && (amountProblem(amount) ?? wrongAmount(minor)),
    reason: reason.trim() === '' && m.registrations_add_reason_missing(),
  }
  const onSubmit = () => {
    setChecked(true)
    if (wrong.person || wrong.amount || wrong.reason) return
    add.mutate(
      { memberId, categoryId, method, amount: minor, reason: reason.trim() },
      {
        onSuccess: ({ name }) => {
          onClose()
          showToast({ message: m.registrations_added({ name }) })
        },
      },
    )
  }
  const found = settled.length > 1 ? (people ?? []) : []
  return (
    <Dialog
      title={m.registrations_add()}
      confirm={m.registrations_add_confirm()}
      error={add.error}
      busy={add.isPending}
      {...{ onSubmit, onClose }}
    >
      <Text size="sm">{m.registrations_add_text()}</Text>
      <TextInput
        size="md"
        label={m.registrations_add_search()}
        value={search}
        error={checked && found.length === 0 && wrong.person}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        data-autofocus
      />
      {settled.length > 1 && people?.length === 0 && <Text role="status">{m.registrations_add_nobody()}</Text>}
      {found.length > 0 && (
        <Radio.Group
          label={m.registrations_add_person()}
          value={memberId}
          onChange={setMemberId}
          error={checked && wrong.person}
        >
          <Stack gap="xs" mt="xs">
            {found.map(({ id, name, age, of, registered }) => (
              <Radio
                key={id}
                value={id}
                disabled={registered}
                label={[name, age !== null && m.participant_age({ count: age })].filter(Boolean).join(', ')}
                description={
                  [of, registered && m.registrations_add_has_place()].filter(Boolean).join(' · ') || undefined
                }
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <ChoiceField
        label={m.registrations_category()}
        value={categoryId}
        onChange={({ currentTarget: { value } }) => setCategoryId(value)}
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceField
        label={m.registrations_method()}
        value={method}
        onChange={({ currentTarget: { value } }) => setMethod(handMethods.find((one) => one === value) ?? 'free')}
        data={handMethods.map((one) => ({ value: one, label: methodWords[one]() }))}
      />
      {!isFree && (
        <MoneyField
          size="md"
          label={m.registrations_add_amount()}
          value={amount}
          error={checked && wrong.amount}
          onChange={setAmount}
        />
      )}
      <Textarea
        size="md"
        autosize
        minRows={2}
        maxLength={300}
        label={m.registrations_reason()}
        description={m.registrations_add_reason_hint()}
        value={reason}
        error={checked && wrong.reason}
        onChange={({ currentTarget: { value } }) => setReason(value.replace(/\n/g, ' '))}
      />
    </Dialog>
  )
}

const wrongAmount = (minor: number): string | false =>
  minor <= 0 ? m.registrations_add_amount_missing() : minor > MOST_EVENT_PRICE && m.event_fault_price_too_high()

interface DialogProps {
  readonly title: string
  readonly confirm: string
  readonly children: ReactNode
  readonly error: unknown
  readonly busy: boolean
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}

function Dialog({ title, confirm, children, error, busy, disabled = false, onSubmit, onClose }: DialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': m.action_close() }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {children}
          {error !== null && (
            <Text role="alert" c="var(--mantine-color-error)">
              {problemText(error)}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {m.action_cancel()}
            </Button>
            <Button type="submit" loading={busy} disabled={disabled}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
