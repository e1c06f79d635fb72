import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MovePlace } from '#contract/events/registrations.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Textarea } from '#web/ui/fields/text-field.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney, formatNames } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import {
  type Chosen,
  type EventOfClub,
  movePlacesQuery,
  refundPreviewQuery,
  useRegistrationChanges,
} from './registration-queries.ts'
import type { Category } from './registration-words.ts'

interface ChosenProps {
  readonly ofEvent: EventOfClub
  readonly chosen: Chosen
  readonly count: number
  readonly onClose: () => void
}

interface MoveProps extends ChosenProps {
  readonly categories: readonly Category[]
}

const moveProblems: Record<NonNullable<MovePlace['problem']>, () => string> = {
  category_price_differs: m.registrations_move_price,
  event_sold_out: m.registrations_move_full,
  already_registered: m.registrations_move_there,
}

/** Asks to which category people move: the others say why not. */
export function MoveRegistrations({ ofEvent, chosen, count, categories, onClose }: MoveProps) {
  const { move } = useRegistrationChanges(ofEvent)
  const { data: places, error } = useQuery(movePlacesQuery(ofEvent, chosen))
  const [picked, setPicked] = useState<string | null>(null)
  const first = places?.find(({ problem }) => problem === null)?.categoryId
  const categoryId = picked ?? first ?? ''
  const onSubmit = () =>
    whenDone(move.mutateAsync({ ...chosen, categoryId }), {
      onSuccess: ({ changed }) => {
        onClose()
        showToast({ message: m.registrations_moved({ count: changed }) })
      },
    })
  return (
    <FormDialog
      title={m.registrations_move_title({ count })}
      confirm={m.registrations_move_confirm()}
      error={move.error ?? error}
      busy={move.isPending}
      disabled={first === undefined}
      {...{ onSubmit, onClose }}
    >
      <Text size="sm">{m.registrations_move_text()}</Text>
      {places && first === undefined && <Text role="status">{m.registrations_move_none()}</Text>}
      {places && (
        <Radio.Group label={m.registrations_category()} value={categoryId} onChange={setPicked}>
          <Stack gap="xs" mt="xs">
            {places.map(({ categoryId: id, problem }) => (
              <Radio
                key={id}
                value={id}
                disabled={problem !== null}
                label={categories.find((one) => one.id === id)?.name ?? ''}
                description={problem ? moveProblems[problem]() : undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
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
    whenDone(refund.mutateAsync({ ...chosen, reason: reason.trim(), version: asked.version }), {
      onSuccess: ({ places, skipped, amount }) => {
        onClose()
        const begun = m.registrations_refunding({ count: places, amount: formatMoney(amount) })
        showToast({ message: skipped > 0 ? `${begun} ${m.registrations_refund_skipped({ count: skipped })}` : begun })
      },
    })
  }
  return (
    <FormDialog
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
          <Text size="sm">{formatNames(asked.names, asked.places)}</Text>
          {asked.skipped > 0 && (
            <Text size="sm" c="dimmed">
              {m.registrations_refund_skipped({ count: asked.skipped })}
            </Text>
          )}
        </div>
      )}
      <Text size="sm">{m.registrations_refund_text()}</Text>
      <Textarea
        autosize
        minRows={2}
        limit={300}
        label={m.registrations_reason()}
        description={m.registrations_add_reason_hint()}
        value={reason}
        error={checked && missing && m.registrations_add_reason_missing()}
        onChange={({ currentTarget: { value } }) => setReason(value.replace(/\n/g, ' '))}
        data-autofocus
      />
    </FormDialog>
  )
}
