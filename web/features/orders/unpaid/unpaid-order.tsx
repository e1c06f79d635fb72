import { Alert, Button, Checkbox, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertCircle, IconCreditCard, IconHourglass, IconHourglassLow } from '#web/ui/icons/index.ts'
import { type Ref, useEffect, useId, useState } from 'react'
import { orders, type UnpaidOrder } from '#contract/orders/orders.ts'
import { impersonates, useActingState } from '#web/api/acting/acting.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session/session.ts'
import { useCall } from '#web/api/use-call.ts'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { Total } from '#web/ui/words/total.tsx'
import { m } from '#words/messages.js'
import { RenewCheck, RetryProblem } from '../checkout/checkout-notes.tsx'
import { payAgain, useCheckout } from '../checkout/checkout.ts'
import { OrderContents } from '../order-contents.tsx'
import { purchasePath, placeOf } from '../order-place.ts'
import { NoticeActions, OrderNotice } from './order-notice.tsx'
import { PreviousPayment } from '../result/previous-payment.tsx'
import { phaseOf, unpaidWords, useElapsed, useTimeLeft } from './unpaid-words.ts'

interface Props {
  order: UnpaidOrder
  /** Shown beside a purchase form. */
  atForm: boolean
  /** The form's selection would replace the order. */
  replacing: boolean
  refresh: () => Promise<void>
  onCancelled: () => void
  onSettled: (token: string) => void
  ref?: Ref<HTMLElement>
}

export function UnpaidOrderNotice({ order, atForm, replacing, refresh, onCancelled, onSettled, ref }: Props) {
  const timeLeft = useTimeLeft(order.confirming ? null : order.reservedUntil)
  const phase = phaseOf(order, timeLeft)
  const [asking, question] = useDisclosure(false)
  const reader = useSession().member.id
  const [renews, setRenews] = useState(order.autoRenewal)
  // Nobody may consent, or pay, on a member's behalf.
  const isTheirs = useActingState(impersonates)
  const isFree = order.total.minor === 0
  const asksRenewal = !isTheirs && order.asksForRenewal
  const asksConsent = !isTheirs && order.asksForConsent === true
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const form = useId()

  // Another tab or the clock may have ended the order; after a refetch the notice shows that.
  const pay = useCheckout(
    () =>
      payAgain(order.token, { autoRenewal: asksRenewal ? renews : undefined, agreed: asksConsent && agreed }).catch(
        async (error: unknown) => {
          await refresh()
          throw error
        },
      ),
    onSettled,
  )
  const cancel = useCall(
    orders.cancel,
    { token: order.token },
    {
      onSuccess: ({ status }) => status === 'cancelled' && onCancelled(),
      onSettled: async () => {
        await refresh()
        question.close()
      },
    },
  )

  const submit = () => {
    setTried(true)
    if (asksConsent && !agreed) focusFirstError(form)
    else pay.start(undefined)
  }

  const timeUp = phase === 'time_up'
  useEffect(() => {
    if (timeUp) void refresh()
  }, [timeUp, refresh])

  if (phase === 'confirming') return <ConfirmingOrder ref={ref} order={order} />
  return (
    <OrderNotice
      ref={ref}
      order={order}
      words={unpaidWords(order, timeLeft)}
      icon={timeUp ? IconHourglassLow : IconCreditCard}
      color="coral"
      aside={
        <>
          <Total value={order.total} />
          <NoticeActions>
            {order.can.cancel && (
              <Button variant="default" onClick={question.open} disabled={pay.busy}>
                {m.unpaid_give_up()}
              </Button>
            )}
            {timeUp && !atForm && (
              <ButtonLink to={purchasePath(order)} variant="default">
                {m.unpaid_choose_again()}
              </ButtonLink>
            )}
            {order.can.pay && !isTheirs && (
              <Button onClick={submit} loading={pay.busy} disabled={cancel.isPending}>
                {isFree ? m.unpaid_accept() : timeUp ? m.unpaid_try_pay() : m.unpaid_pay()}
              </Button>
            )}
          </NoticeActions>
        </>
      }
    >
      <OrderContents lines={order.lines} />
      <PreviousPayment token={order.token} />
      {order.begunBy && !isTheirs && (
        <Text size="sm">{(isFree ? m.unpaid_begun_by_free : m.unpaid_begun_by)({ name: order.begunBy })}</Text>
      )}
      {isTheirs && <Text size="sm">{isFree ? m.unpaid_theirs_free() : m.unpaid_theirs()}</Text>}
      {asksConsent && (
        <div id={form}>
          <Checkbox
            label={
              placeOf(order)
                ? m.register_consent_others({ club: order.orgName })
                : order.lines.every(({ memberId }) => memberId === reader)
                  ? m.buy_consent({ club: order.orgName })
                  : m.buy_consent_others({ club: order.orgName })
            }
            checked={agreed}
            error={tried && !agreed && m.buy_consent_missing()}
            aria-invalid={tried && !agreed}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
          />
        </div>
      )}
      {asksRenewal && (
        <RenewCheck checked={renews} disabled={pay.busy} onChange={(event) => setRenews(event.currentTarget.checked)} />
      )}
      {replacing && !order.begunByOther && (
        <Text size="sm">{placeOf(order) ? m.unpaid_replaces_event() : m.unpaid_replaces()}</Text>
      )}
      <RetryProblem error={pay.error} isFree={isFree} />
      {cancel.error && !pay.error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />} title={m.give_up_failed_title()}>
          {problemText(cancel.error)}
        </Alert>
      )}
      <QuestionDialog
        opened={asking}
        title={m.give_up_title()}
        confirm={m.give_up_confirm()}
        keep={m.give_up_keep()}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={question.close}
      >
        {m.give_up_explained()}
      </QuestionDialog>
    </OrderNotice>
  )
}

/** The payment is at the gateway, so there is nothing to do but wait. */
function ConfirmingOrder({ order, ref }: Pick<Props, 'order' | 'ref'>) {
  const late = useElapsed(20_000)
  return (
    <OrderNotice
      ref={ref}
      order={order}
      words={unpaidWords(order, null, late)}
      icon={IconHourglass}
      color="fjord"
      aside={<Total value={order.total} />}
    >
      <OrderContents lines={order.lines} />
    </OrderNotice>
  )
}
