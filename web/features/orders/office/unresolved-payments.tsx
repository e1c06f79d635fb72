import { Badge, Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import type { UnresolvedPayment } from '#contract/payments.ts'
import { GatewayId } from '#contract/values.ts'
import { problemText } from '#web/api/problem-text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { whenOpened } from '#web/ui/loading/when-opened.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { unresolvedWords } from './club-order-words.ts'
import c from './club-payments.module.css'
import { unresolvedQuery, useResolve } from './queries.ts'

const Question = whenOpened(async () => (await import('#web/ui/dialogs/question-dialog.tsx')).QuestionDialog)

/** Payments that the portal cannot finish by itself, each with what its club's office can do about it; nothing when there are none. */
export function UnresolvedPayments({ orgId }: { orgId: string }) {
  const pages = useInfiniteQuery(unresolvedQuery(orgId))
  const shown = pages.data?.pages.flatMap((page) => page.payments) ?? []
  if (pages.error && shown.length === 0)
    return (
      <ErrorPanel message={problemText(pages.error)} retrying={pages.isFetching} onRetry={() => void pages.refetch()} />
    )
  if (shown.length === 0) return null
  return (
    <Panel title={m.unresolved_title()} subtitle={m.unresolved_text()}>
      <ul className={c.unresolved}>
        {shown.map((payment) => (
          <Unresolved key={`${payment.paymentId} ${payment.refund?.id}`} orgId={orgId} payment={payment} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button variant="default" mt="md" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {m.action_show_more()}
        </Button>
      )}
    </Panel>
  )
}

const failed = (error: unknown) => showToast({ type: 'error', message: problemText(error) })

function Unresolved({ orgId, payment }: { orgId: string; payment: UnresolvedPayment }) {
  const { paymentId, orderNumber: number, buyer, amount, kind, since, refund, testMode, can } = payment
  const { resume, close, retryRefund } = useResolve(orgId)
  const [asking, question] = useDisclosure(false)
  const outcomes = {
    paid: () => m.unresolved_paid_toast({ number }),
    confirming: () => m.unresolved_confirming_toast(),
    returned: () => m.unresolved_returned_toast({ number }),
  }
  const note = () =>
    close.mutate(paymentId, {
      onSuccess: () => showToast({ message: m.unresolved_closed_toast({ number }) }),
      onError: failed,
      onSettled: question.close,
    })
  return (
    <li className={c.case}>
      <div className={c.head}>
        <div className={c.words}>
          <h3 className={c.name}>{m.club_payment_order({ number })}</h3>
          <span className={c.second}>{[buyer.name, buyer.email].join(' · ')}</span>
          <span className={c.second}>{m.unresolved_since({ when: formatDateTime(since) })}</span>
        </div>
        <div className={c.amount}>
          <strong>
            <MoneyText value={amount} />
          </strong>
          {testMode && <Badge color="fjord">{m.club_payment_test()}</Badge>}
        </div>
      </div>
      <p className={c.why}>{unresolvedWords(kind)}</p>
      {can.resume && (
        <ResumeForm
          known={payment.authorizationIdentifier}
          busy={resume.isPending}
          problem={resume.error && problemText(resume.error)}
          onResume={(authorizationIdentifier) =>
            resume.mutate(
              { paymentId, authorizationIdentifier },
              { onSuccess: ({ outcome }) => showToast({ message: outcomes[outcome]() }) },
            )
          }
        />
      )}
      {can.close && (
        <Button variant="default" onClick={question.open}>
          {m.unresolved_close()}
        </Button>
      )}
      {can.retryRefund && refund && (
        <Button
          variant="light"
          loading={retryRefund.isPending}
          onClick={() =>
            retryRefund.mutate(refund.id, {
              onSuccess: () => showToast({ message: m.unresolved_retried_toast() }),
              onError: failed,
            })
          }
        >
          {m.unresolved_retry()}
        </Button>
      )}
      <Question
        opened={asking}
        title={m.unresolved_close_title({ number })}
        confirm={m.unresolved_close()}
        busy={close.isPending}
        onConfirm={note}
        onClose={question.close}
      >
        {m.unresolved_close_explained()}
      </Question>
    </li>
  )
}

interface ResumeFormProps {
  /** The identifier that the portal knows already. */
  readonly known: string | null
  readonly busy: boolean
  readonly problem: string | null
  readonly onResume: (authorizationIdentifier: string) => void
}

function ResumeForm({ known, busy, problem, onResume }: ResumeFormProps) {
  const [typed, type] = useState(known ?? '')
  const [wrong, setWrong] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const id = GatewayId.safeParse(typed.trim())
    setWrong(!id.success)
    if (id.success) onResume(id.data)
  }
  return (
    <form className={c.resume} onSubmit={submit} noValidate>
      <TextInput
        label={m.unresolved_identifier()}
        description={m.unresolved_identifier_hint()}
        value={typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        error={wrong ? m.unresolved_identifier_wrong() : problem}
        onChange={({ currentTarget: { value } }) => type(value)}
      />
      <Button type="submit" loading={busy}>
        {m.unresolved_resume()}
      </Button>
    </form>
  )
}
