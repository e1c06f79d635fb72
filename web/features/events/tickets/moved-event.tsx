import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCalendarEvent, IconLinkOff } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { KeepOrRefund } from '#contract/events/move.ts'
import { moveAnswers, type MoveQuestion } from '#contract/events/move-answers.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { queryKeys, whenDone } from '#web/api/query-client.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { ClubsWords } from '../cancelled-words.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

const questionKey = (token: string) => [...queryKeys.events, 'moved', token]

/** Asks the reader of a mail about each ticket of theirs to a moved event. Opening it changes nothing. */
export function MovedEventPage({ token }: { readonly token: string }) {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: questionKey(token),
    queryFn: ({ signal }) => call(moveAnswers.show, { token }, { signal }),
    enabled: token !== '',
  })
  const answer = useCall(
    moveAnswers.answer,
    { token },
    {
      onSuccess: (question) => cache.setQueryData(questionKey(token), question),
      onError: (error) => {
        showFailure(error)
        void query.refetch()
      },
    },
  )
  if (token === '' || (query.error instanceof ApiProblem && query.error.code === 'move_link_invalid'))
    return (
      <Panel>
        <EmptyState order={1} icon={<IconLinkOff size={40} stroke={1.5} />} title={m.unsubscribe_invalid_title()}>
          {m.problem_move_link_invalid()}
        </EmptyState>
      </Panel>
    )
  const { data } = query
  if (!data) return <NotLoaded order={1} query={query} rows={2} height={180} />
  return (
    <Question
      question={data}
      busy={answer.isPending}
      onAnswer={(wish) => whenDone(answer.mutateAsync(wish), { onSuccess: said(wish.answer) })}
    />
  )
}

const said = (answer: KeepOrRefund) => () =>
  showToast({ message: answer === 'keep' ? m.moved_kept_toast() : m.moved_refunded_toast() })

interface QuestionProps {
  readonly question: MoveQuestion
  readonly busy: boolean
  readonly onAnswer: (wish: { entryId: string; answer: KeepOrRefund }) => void
}

function Question({ question, busy, onAnswer }: QuestionProps) {
  const { orgKey, eventId, club, title, language, was, is, text, until, isOver, tickets } = question
  return (
    <Stack gap="lg">
      <PageHeader title={<span lang={language}>{m.moved_title({ event: title })}</span>} subtitle={club} />
      <Panel>
        <Stack gap="sm" lang={language} data-own-words>
          <Text fw={620}>{m.moved_is({ when: is })}</Text>
          <Text c="dimmed">{m.event_moved_was({ was })}</Text>
          {text && <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>}
        </Stack>
        <Text mt="md" role="status">
          {isOver ? m.moved_over() : m.moved_until({ until: formatDateTime(until) })}
        </Text>
      </Panel>
      {tickets.map(({ entryId, name, category, amount, answer }) => (
        <Panel key={entryId} title={name} subtitle={<span lang={language}>{category}</span>}>
          <Answers
            amount={amount}
            answer={answer}
            busy={busy}
            isOver={isOver}
            onAnswer={(wish) => onAnswer({ entryId, answer: wish })}
          />
        </Panel>
      ))}
      {tickets.length === 0 && <Text>{m.moved_none()}</Text>}
      <Group>
        <ButtonLink variant="default" to={paths.event(orgKey, eventId)}>
          {m.moved_see_event()}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

interface AnswersProps extends Pick<NonNullable<Ticket['moved']>, 'amount' | 'answer' | 'isOver'> {
  readonly busy: boolean
  readonly onAnswer: (answer: KeepOrRefund) => void
}

/** *Keep* and *Refund* of one ticket. A refund is asked about once more, because it is final. */
function Answers({ amount, answer, busy, isOver, onAnswer }: AnswersProps) {
  const [asking, setAsking] = useState(false)
  const refund = amount.minor > 0 ? m.moved_refund({ amount: formatMoney(amount) }) : m.ticket_give_up()
  if (answer === 'refund')
    return <Text role="status">{amount.minor > 0 ? m.moved_refunded() : m.moved_refunded_toast()}</Text>
  return (
    <Stack gap="sm">
      {answer === 'keep' && <Text role="status">{m.moved_kept()}</Text>}
      {!isOver && (
        <Group gap="sm">
          {answer === null && (
            <Button loading={busy} onClick={() => onAnswer('keep')}>
              {m.moved_keep()}
            </Button>
          )}
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
            {refund}
          </Button>
        </Group>
      )}
      <QuestionDialog
        opened={asking}
        title={m.moved_refund_title()}
        confirm={refund}
        keep={m.moved_keep()}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onAnswer('refund')
        }}
      >
        {amount.minor > 0 ? m.moved_refund_text() : m.moved_cancel_text()}
      </QuestionDialog>
    </Stack>
  )
}

/** On a ticket of a moved event: its buyer keeps it or has the money back. */
export function MovedTicket({ ticket, moved }: { ticket: Ticket; moved: NonNullable<Ticket['moved']> }) {
  const onSettled = useReload(queryKeys.tickets, queryKeys.events, queryKeys.orders)
  const { until, answer, amount, isOver, was } = moved
  const reply = useMutation({
    mutationFn: (wish: KeepOrRefund) => call(moveAnswers.ofTicket, { entryId: ticket.id, answer: wish }),
    onSuccess: (_, wish) => said(wish)(),
    onError: showFailure,
    onSettled,
  })
  return (
    <Alert color="fjord" icon={<IconCalendarEvent size={22} stroke={1.7} />} title={m.moved_ticket_title()}>
      <Stack gap="sm">
        <Text size="sm">{m.event_moved_was({ was })}</Text>
        <ClubsWords message={moved} />
        {/* The card says where the money of a cancelled ticket is. */}
        {answer !== 'refund' && (
          <>
            <Text size="sm">{isOver ? m.moved_over() : m.moved_until({ until: formatDateTime(until) })}</Text>
            <Answers {...{ amount, answer, isOver }} busy={reply.isPending} onAnswer={(wish) => reply.mutate(wish)} />
          </>
        )}
      </Stack>
    </Alert>
  )
}
