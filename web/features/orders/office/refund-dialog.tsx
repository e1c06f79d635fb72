import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { ClubOrder } from '#contract/orders/orders.ts'
import { problemText } from '#web/api/problem-text.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import { m } from '#words/messages.js'
import { whoWords } from '../words.ts'
import c from './club-payments.module.css'
import { costsNothing, openLines } from './payment-words.ts'
import { useRefund } from './queries.ts'

interface Props {
  readonly orgId: string
  /** Undefined: closed. */
  readonly order: ClubOrder | undefined
  readonly onClose: () => void
}

export function RefundDialog({ orgId, order, onClose }: Props) {
  return (
    <Modal
      opened={order !== undefined}
      onClose={onClose}
      title={order && (costsNothing(openLines(order)) ? m.refund_dialog_cancel_title() : m.refund_dialog_title())}
    >
      {order && <Choice orgId={orgId} order={order} onClose={onClose} />}
    </Modal>
  )
}

function Choice({ orgId, order, onClose }: Props & { readonly order: ClubOrder }) {
  const open = openLines(order)
  const [chosen, setChosen] = useState<readonly string[]>(open.length === 1 ? open.map(({ id }) => id) : [])
  const [missing, setMissing] = useState(false)
  const explanationId = useId()
  const refund = useRefund(orgId, order.id)
  const selected = open.filter(({ id }) => chosen.includes(id))
  // Free lines are cancelled, also when bought together with paid ones.
  const free = costsNothing(selected.length > 0 ? selected : open)
  const amount = formatMoney({
    ...order.total,
    minor: selected.reduce((sum, { parts }) => sum + parts.total.minor, 0),
  })
  const { name } = order.buyer
  const confirm = async () => {
    if (chosen.length === 0) return setMissing(true)
    try {
      await refund.mutateAsync([...chosen])
      const refunded = order.taken ? m.refund_dialog_toast_by_hand : m.refund_dialog_toast
      showToast({ message: free ? m.refund_dialog_toast_free() : refunded({ amount, name }) })
      onClose()
    } catch {
      // Shown in the dialog, which keeps the choice.
    }
  }
  return (
    <Stack gap="md">
      <fieldset className={c.choice} aria-describedby={explanationId}>
        <legend>{m.refund_dialog_which()}</legend>
        {open.map((line) => (
          <Checkbox
            key={line.id}
            checked={chosen.includes(line.id)}
            error={missing && chosen.length === 0 && line === open[0] && m.refund_dialog_choose()}
            aria-invalid={missing && chosen.length === 0}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(checked ? [...chosen, line.id] : chosen.filter((id) => id !== line.id))
            }
            label={
              <Group component="span" wrap="nowrap" justify="space-between" align="flex-start">
                <span>
                  {line.title}
                  <Text span display="block" size="sm" c="dimmed">
                    {whoWords(line)}
                  </Text>
                </span>
                {costsNothing([line]) ? m.club_payment_free() : <MoneyText value={line.parts.total} />}
              </Group>
            }
          />
        ))}
      </fieldset>
      <Text size="sm" c="dimmed" id={explanationId}>
        {free ? m.refund_dialog_means_free() : m.refund_dialog_means({ name })}
        {!free && order.taken && ` ${m.refund_dialog_by_hand()}`}
      </Text>
      {refund.error && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {problemText(refund.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} disabled={refund.isPending} data-autofocus>
          {m.refund_dialog_keep()}
        </Button>
        <Button color="red" loading={refund.isPending} onClick={() => void confirm()}>
          {free
            ? m.refund_dialog_confirm_free()
            : selected.length > 0
              ? m.refund_dialog_confirm({ amount })
              : m.refund_dialog_confirm_none()}
        </Button>
      </Group>
    </Stack>
  )
}
