import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTicketOff } from '#web/ui/icons/index.ts'
import { type Ticket, tickets } from '#contract/events/tickets.ts'
import { queryKeys, whenDone } from '#web/api/query-client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
import { formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'

export function CancelTicket({ ticket }: { ticket: Ticket }) {
  const [confirming, dialog] = useDisclosure(false)
  const { refund } = ticket
  // Its place becomes available, too.
  const onSettled = useReload(queryKeys.tickets, queryKeys.events)
  const cancel = useCall(refund ? tickets.refund : tickets.cancel, { entryId: ticket.id }, { onSettled })
  const confirm = () =>
    whenDone(cancel.mutateAsync(), {
      onSuccess: () => showToast({ message: m.ticket_cancelled_toast() }),
      onError: showFailure,
      onSettled: dialog.close,
    })
  return (
    <>
      <Button variant="default" leftSection={<IconTicketOff size={18} stroke={1.7} />} onClick={dialog.open}>
        {m.ticket_give_up()}
      </Button>
      <QuestionDialog
        opened={confirming}
        title={m.ticket_give_up_title({ name: ticket.memberName })}
        confirm={m.ticket_give_up()}
        keep={m.ticket_keep()}
        busy={cancel.isPending}
        onConfirm={confirm}
        onClose={dialog.close}
      >
        {refund
          ? (refund.byHand ? m.ticket_refund_explained_by_hand : m.ticket_refund_explained)({
              amount: formatMoney(refund.amount),
              until: formatDateTime(refund.until!),
            })
          : m.ticket_give_up_explained()}
      </QuestionDialog>
    </>
  )
}

/** A buyer's refund for a paid ticket and until when, or why there is none. */
export function RefundFact({ refund }: { refund: NonNullable<Ticket['refund']> }) {
  const until = refund.until ? formatDateTime(refund.until) : ''
  const words = {
    no_rule: m.ticket_refund_no_rule(),
    too_late: m.ticket_refund_too_late({ until }),
    used: m.ticket_refund_used(),
    test: m.ticket_refund_test(),
  }
  return refund.refusal ? words[refund.refusal] : m.ticket_refund_until({ amount: formatMoney(refund.amount), until })
}
