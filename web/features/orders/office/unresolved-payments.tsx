import { Badge, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import type { UnresolvedPayment } from '#contract/payments/payments.ts'
import { GatewayId } from '#contract/values.ts'
import { ShowMore } from '#web/parts/show-more.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { PaymentHead } from './club-order-details.tsx'
import { unresolvedWords } from './payment-words.ts'
import c from './club-payments.module.css'
import { unresolvedQuery, useResolve } from './queries.ts'
import { QuestionDialog as Question } from '#web/ui/dialogs/question-dialog.tsx'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'

const MAX_SHOWN = 3

/** Payments the portal cannot finish by itself; renders nothing when there are none. */
export function UnresolvedPayments({ orgId }: { orgId: string }) {
  const pages = useInfiniteQuery(unresolvedQuery(orgId))
  const shown = pages.data?.pages.flatMap((page) => page.payments) ?? []
  if (pages.error && shown.length === 0) return <QueryError query={pages} />
  if (shown.length === 0) return null
  // Windows that somebody left collapse where they would hide the real problems; after an hour they always do.
  const closed = shown.filter(({ kind }) => kind === 'window_closed')
  const left = shown.filter(({ kind }) => kind === 'window_left' || kind === 'window_closed')
  const folded = shown.length > MAX_SHOWN && left.length > 1 ? left : closed
  const isCalm = folded.length === shown.length
  const list = (some: readonly UnresolvedPayment[]) => (
    <Stack component="ul" gap="sm">
      {some.map((payment) => (
        <Unresolved key={`${payment.paymentId} ${payment.refund?.id}`} orgId={orgId} payment={payment} />
      ))}
    </Stack>
  )
  return (
    <Panel
      title={isCalm ? m.unresolved_closed_windows() : m.unresolved_title()}
      subtitle={isCalm ? m.unresolved_closed_windows_text() : m.unresolved_text()}
    >
      <Stack gap="md">
        {list(shown.filter((payment) => !folded.includes(payment)))}
        {folded.length > 0 && (
          <details className={c.folded}>
            <summary>{m.unresolved_windows({ count: folded.length })}</summary>
            {list(folded)}
          </details>
        )}
        <ShowMore pages={pages} rowsOf={(page) => page.payments} />
      </Stack>
    </Panel>
  )
}

function Unresolved({ orgId, payment }: { orgId: string; payment: UnresolvedPayment }) {
  const { paymentId, orderNumber: number, buyer, amount, kind, since, refund, testMode, can } = payment
  const { resume, close, retryRefund } = useResolve(orgId)
  const [asking, question] = useDisclosure(false)
  const form = useId()
  const outcomes = {
    paid: () => m.unresolved_paid_toast({ number }),
    confirming: () => m.unresolved_confirming_toast(),
    returned: () => m.unresolved_returned_toast({ number }),
  }
  const answers = (message: string) => ({ onSuccess: () => showToast({ message }), onError: showFailure })
  const closePayment = () =>
    whenDone(close.mutateAsync(paymentId), {
      ...answers(m.unresolved_closed_toast({ number })),
      onSettled: question.close,
    })
  return (
    <Stack component="li" gap={14} align="flex-start" tabIndex={-1} data-list-row>
      <Divider w="100%" />
      <PaymentHead
        order={3}
        name={m.club_payment_order({ number })}
        notes={[[buyer.name, buyer.email].join(' · '), m.unresolved_since({ when: formatDateTime(since) })]}
      >
        <strong>
          <MoneyText value={amount} />
        </strong>
        {testMode && <Badge color="fjord">{m.club_payment_test()}</Badge>}
      </PaymentHead>
      <Text maw="68ch">{unresolvedWords(payment)}</Text>
      {can.resume && (
        <ResumeField
          form={form}
          known={payment.authorizationIdentifier}
          problem={resume.error && problemText(resume.error)}
          onResume={(authorizationIdentifier) =>
            // An error is shown at the field.
            whenDone(resume.mutateAsync({ paymentId, authorizationIdentifier }), {
              onSuccess: ({ outcome }) => showToast({ message: outcomes[outcome]() }),
            })
          }
        />
      )}
      <Group gap="sm">
        {can.resume && (
          <Button type="submit" form={form} loading={resume.isPending}>
            {m.unresolved_resume()}
          </Button>
        )}
        {can.close && kind === 'differs' && (
          <Button
            variant="default"
            loading={close.isPending}
            onClick={() => whenDone(close.mutateAsync(paymentId), answers(m.unresolved_noted_toast({ number })))}
          >
            {m.unresolved_noted()}
          </Button>
        )}
        {can.close && kind !== 'differs' && (
          <Button variant="default" onClick={question.open}>
            {m.unresolved_close()}
          </Button>
        )}
        {can.retryRefund && refund && (
          <Button
            variant="light"
            loading={retryRefund.isPending}
            onClick={() => whenDone(retryRefund.mutateAsync(refund.id), answers(m.unresolved_retried_toast()))}
          >
            {m.unresolved_retry()}
          </Button>
        )}
        {can.confirmRefund && refund && <ConfirmRefund orgId={orgId} payment={payment} refund={refund} />}
      </Group>
      <Question
        opened={asking}
        title={m.unresolved_close_title({ number })}
        confirm={m.unresolved_close()}
        busy={close.isPending}
        onConfirm={closePayment}
        onClose={question.close}
      >
        {m.unresolved_close_explained()}
      </Question>
    </Stack>
  )
}

interface ConfirmRefundProps {
  readonly orgId: string
  readonly payment: UnresolvedPayment
  readonly refund: NonNullable<UnresolvedPayment['refund']>
}

/** Records what the provider's own portal shows: the refund was credited, or, where that is unclear, it was not. */
function ConfirmRefund({ orgId, payment, refund }: ConfirmRefundProps) {
  const { confirmRefund } = useResolve(orgId)
  const [credited, setCredited] = useState(true)
  const [asking, question] = useDisclosure(false)
  const facts = { number: payment.orderNumber, amount: formatMoney(payment.amount) }
  const ask = (isBack: boolean) => {
    setCredited(isBack)
    question.open()
  }
  const confirm = async () => {
    try {
      await confirmRefund.mutateAsync({ refundId: refund.id, credited })
      showToast({ message: credited ? m.unresolved_is_back_toast(facts) : m.unresolved_retried_toast() })
    } catch (error) {
      showFailure(error)
    }
    question.close()
  }
  return (
    <>
      <Button variant={refund.problem === 'unclear' ? 'filled' : 'default'} onClick={() => ask(true)}>
        {m.unresolved_is_back()}
      </Button>
      {refund.problem === 'unclear' && (
        <Button variant="default" onClick={() => ask(false)}>
          {m.unresolved_not_back()}
        </Button>
      )}
      <Question
        opened={asking}
        title={credited ? m.unresolved_is_back_title(facts) : m.unresolved_not_back_title(facts)}
        confirm={credited ? m.unresolved_is_back() : m.unresolved_not_back()}
        busy={confirmRefund.isPending}
        onConfirm={() => void confirm()}
        onClose={question.close}
      >
        {credited ? m.unresolved_is_back_explained(facts) : m.unresolved_not_back_explained(facts)}
      </Question>
    </>
  )
}

interface ResumeFieldProps {
  /** The form's id, because its button is outside the form. */
  readonly form: string
  readonly known: string | null
  readonly problem: string | null
  readonly onResume: (authorizationIdentifier: string) => void
}

function ResumeField({ form, known, problem, onResume }: ResumeFieldProps) {
  const [typed, setTyped] = useState(known ?? '')
  const [wrong, setWrong] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const id = GatewayId.safeParse(typed.trim())
    setWrong(!id.success)
    if (id.success) onResume(id.data)
  }
  return (
    <form id={form} className={c.resume} onSubmit={submit} noValidate>
      <TextInput
        label={m.unresolved_identifier()}
        description={m.unresolved_identifier_hint()}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        error={wrong ? m.unresolved_identifier_wrong() : problem}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </form>
  )
}
