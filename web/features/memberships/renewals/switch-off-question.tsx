import { Text } from '@mantine/core'
import type { RenewalPlan } from '#contract/memberships/memberships.ts'
import { formatDate, formatMoney } from '#web/ui/words/format.ts'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { m } from '#words/messages.js'

interface Props {
  opened: boolean
  plan: RenewalPlan
  /** The last day paid for. */
  endDate: string | null
  name: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation to cancel a renewal that was announced or is being retried. */
export function SwitchOffQuestion({ opened, plan, endDate, name, busy, onConfirm, onClose }: Props) {
  const day = plan.nextTry ?? plan.chargeDate
  return (
    <QuestionDialog
      opened={opened}
      title={m.renewal_off_title({ name })}
      confirm={m.renewal_off_confirm()}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text>
        {day && plan.amount
          ? m.renewal_off_charge({ date: formatDate(day), amount: formatMoney(plan.amount) })
          : m.renewal_off_nothing()}{' '}
        {endDate && m.renewal_off_ends({ date: formatDate(endDate) })}
      </Text>
    </QuestionDialog>
  )
}
