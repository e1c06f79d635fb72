import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { missingAnswers, type QuestionTime } from '#contract/events/questions.ts'
import type { TicketAnswers as Loaded } from '#contract/events/question-answers.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { QuestionFields } from '../questions/question-fields.tsx'
import { ticketAnswersQuery, useSaveAnswers } from '../questions/queries.ts'
import { refusedAnswers, useTypedAnswers } from '../questions/typed-answers.ts'

/** The questions of a ticket's event: what is missing, and answers that can still be changed. */
export function TicketAnswers({ ticket }: { readonly ticket: Ticket }) {
  const query = useQuery(ticketAnswersQuery(ticket.id))
  if (query.data?.questions.length === 0) return null
  return (
    <Panel title={m.ticket_answers()}>
      {query.data ? (
        <AnswersForm ticket={ticket} loaded={query.data} />
      ) : (
        <NotLoaded query={query} rows={2} height={70} />
      )}
    </Panel>
  )
}

const beforeDoor: readonly QuestionTime[] = ['registration', 'later']

function AnswersForm({ ticket, loaded }: { readonly ticket: Ticket; readonly loaded: Loaded }) {
  const { questions, closed } = loaded
  const [tried, setTried] = useState(false)
  const save = useSaveAnswers(ticket.id)
  const id = useId()
  const { all, sent, asked, isChanged, problems, given, type, forget } = useTypedAnswers(loaded, beforeDoor)
  const missing = missingAnswers(asked, sent, beforeDoor)
  const stillOpen = missing.filter((question) => !closed.includes(question.id))
  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length > 0) return focusFirstError(id)
    whenDone(save.mutateAsync({ answers: given }), {
      onSuccess: () => {
        forget()
        setTried(false)
        showToast({ message: m.ticket_answers_saved() })
      },
      onError: () => focusFirstError(id),
    })
  }
  const isOpen = questions.some((question) => !closed.includes(question.id))
  return (
    <form id={id} noValidate aria-label={m.ticket_answers()} onSubmit={(event) => (event.preventDefault(), submit())}>
      <Stack gap="md">
        {stillOpen.length > 0 && (
          <Alert color="coral" icon={<IconAlertCircle />}>
            {m.ticket_answers_missing({ count: stillOpen.length })}
          </Alert>
        )}
        {missing.length === 0 && (
          <Text size="sm" c="dimmed">
            <IconCircleCheck size={16} stroke={1.7} aria-hidden /> {m.ticket_answers_complete()}
          </Text>
        )}
        <QuestionFields
          questions={asked}
          answers={all}
          closed={closed}
          problems={{ ...refusedAnswers(save.error, 'answers'), ...(tried && problems) }}
          onChange={(next) => {
            type(next)
            save.reset()
          }}
        />
        {save.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {problemText(save.error)}
          </Text>
        )}
        {isOpen && (
          <Button type="submit" loading={save.isPending} disabled={!isChanged} style={{ alignSelf: 'start' }}>
            {m.ticket_answers_save()}
          </Button>
        )}
      </Stack>
    </form>
  )
}
