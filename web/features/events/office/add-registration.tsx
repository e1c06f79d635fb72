import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_EVENT_PRICE } from '#contract/events/office.ts'
import type { OfferedPlace } from '#contract/events/registrations.ts'
import { handMethods } from '#contract/orders/answers.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { MoneyField } from '#web/ui/fields/money-field.tsx'
import { Textarea } from '#web/ui/fields/text-field.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { amountProblem, minorOf, typedAmount } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { emptyGuest, GuestFieldset, guestOf } from './guest-fields.tsx'
import { MemberSearch } from './member-search.tsx'
import { type EventOfClub, offeredPlacesQuery, useRegistrationChanges } from './registration-queries.ts'
import { methodWords } from './registration-words.ts'

interface Props {
  readonly ofEvent: EventOfClub
  readonly categories: readonly { readonly id: string; readonly name: string }[]
  readonly onClose: () => void
}

type Method = (typeof handMethods)[number]

const problems: Record<NonNullable<OfferedPlace['problem']>, () => string> = {
  category_age: m.registrations_add_outside_ages,
  category_members_only: m.registrations_add_for_members,
  birth_date_missing: m.registrations_add_no_birth_date,
  event_sold_out: m.registrations_add_full,
}

/**
 * Registers a member of the club, somebody of their family, or a guest. The category follows the age on the event's first day, and the amount
 * the price that counts now, until the office chooses others.
 */
export function AddRegistration({ ofEvent, categories, onClose }: Props) {
  const { add } = useRegistrationChanges(ofEvent)
  const [who, setWho] = useState<'member' | 'guest'>('member')
  const [memberId, setMemberId] = useState('')
  const [guest, setGuest] = useState(emptyGuest)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const [pickedMethod, setMethod] = useState<Method | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  // A price that arrives while somebody types would appear before what they type.
  const [focused, setFocused] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const isGuest = who === 'guest'
  const read = guestOf(guest)
  const { data: places = [] } = useQuery(
    offeredPlacesQuery(ofEvent, isGuest ? { born: read.fields?.dateOfBirth ?? undefined } : { memberId }),
  )
  const fitting = places.find(({ problem }) => problem === null) ?? places[0]
  const categoryId = pickedId ?? fitting?.categoryId ?? categories[0]?.id ?? ''
  const place = places.find((one) => one.categoryId === categoryId)
  const method = pickedMethod ?? (place && place.price.minor > 0 ? 'cash' : 'free')
  const isFree = method === 'free'
  const amount = typed ?? focused ?? (place && place.price.minor > 0 ? typedAmount(place.price.minor) : '')
  const minor = isFree ? 0 : minorOf(amount)
  const wrong = {
    person: !isGuest && memberId === '' && m.registrations_add_choose(),
    guest: isGuest && !read.fields,
    amount: !isFree && (amountProblem(amount) ?? wrongAmount(minor)),
    reason: reason.trim() === '' && m.registrations_add_reason_missing(),
  }
  const onSubmit = () => {
    setChecked(true)
    if (Object.values(wrong).some(Boolean)) return
    add.mutate(
      {
        ...(isGuest ? { guest: read.fields! } : { memberId }),
        categoryId,
        method,
        amount: minor,
        reason: reason.trim(),
      },
      {
        onSuccess: ({ name }) => {
          onClose()
          showToast({ message: m.registrations_added({ name }) })
        },
      },
    )
  }
  return (
    <FormDialog
      title={m.registrations_add()}
      confirm={m.registrations_add_confirm()}
      error={add.error}
      busy={add.isPending}
      {...{ onSubmit, onClose }}
    >
      <Text size="sm">{m.registrations_add_text()}</Text>
      <SegmentedControl
        aria-label={m.registrations_add_who()}
        value={who}
        onChange={(value) => {
          setWho(value === 'guest' ? 'guest' : 'member')
          setPickedId(null)
          setChecked(false)
        }}
        data={[
          { value: 'member', label: m.registrations_add_member() },
          { value: 'guest', label: m.registrations_add_guest() },
        ]}
      />
      {isGuest ? (
        <GuestFieldset value={guest} errors={checked ? read.errors : {}} onChange={setGuest} />
      ) : (
        <MemberSearch
          forPlace
          ofEvent={ofEvent}
          value={memberId}
          error={checked && wrong.person}
          onChange={(id) => {
            setMemberId(id)
            setPickedId(null)
          }}
        />
      )}
      <ChoiceField
        label={m.registrations_category()}
        description={
          place &&
          [m.registrations_add_costs({ amount: formatMoney(place.price) }), place.problem && problems[place.problem]()]
            .filter(Boolean)
            .join(' ')
        }
        value={categoryId}
        onChange={({ currentTarget: { value } }) => setPickedId(value)}
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
          onChange={setTyped}
          onFocus={() => setFocused(amount)}
          onBlur={() => setFocused(null)}
        />
      )}
      <Textarea
        size="md"
        autosize
        minRows={2}
        limit={300}
        label={m.registrations_reason()}
        description={m.registrations_add_reason_hint()}
        value={reason}
        error={checked && wrong.reason}
        onChange={({ currentTarget: { value } }) => setReason(value.replace(/\n/g, ' '))}
      />
    </FormDialog>
  )
}

const wrongAmount = (minor: number): string | false =>
  minor <= 0 ? m.registrations_add_amount_missing() : minor > MOST_EVENT_PRICE && m.event_fault_price_too_high()
