import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answers, askedQuestions, isBlank } from '#contract/events/questions.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { QuestionFields } from '../questions/question-fields.tsx'
import { problemsIn, refusedAnswers, sentAnswers } from '../questions/typed-answers.ts'
import { type EventOfClub, officeAnswersQuery, useRegistrationChanges } from './registration-queries.ts'

interface Props {
  readonly ofEvent: EventOfClub
  readonly entryId: string
  readonly mayWrite: boolean
  readonly onClose: () => void
}

/** The answers of one guest, which an office may change at any time; it notes its own here, too. Others of it read them. */
export function AnswersDialog({ ofEvent, entryId, mayWrite, onClose }: Props) {
  const query = useQuery(officeAnswersQuery(ofEvent, entryId))
  const { answer } = useRegistrationChanges(ofEvent)
  const [typed, setTyped] = useState<Answers>({})
  const [tried, setTried] = useState(false)
  const { questions = [], answers = {} } = query.data ?? {}
  const all = { ...answers, ...typed }
  const sent = sentAnswers(questions, all)
  const asked = query.data
    ? [...askedQuestions(questions, query.data, sent), ...askedQuestions(questions, null, sent)]
    : []
  const changed = asked.filter(({ id }) => typed[id] !== undefined)
  const problems = problemsIn(changed, sent, [])
  const onSubmit = () => {
    setTried(true)
    if (Object.keys(problems).length > 0) return
    const given = Object.fromEntries(changed.map(({ id }) => [id, isBlank(typed[id]) ? null : (sent[id] ?? null)]))
    whenDone(answer.mutateAsync({ entryId, answers: given }), {
      onSuccess: () => {
        onClose()
        showToast({ message: m.ticket_answers_saved() })
      },
    })
  }
  return (
    <FormDialog
      title={m.registrations_answers()}
      confirm={mayWrite ? m.ticket_answers_save() : null}
      error={answer.error}
      busy={answer.isPending}
      disabled={changed.length === 0}
      {...{ onSubmit, onClose }}
    >
      {query.data ? (
        <fieldset role="presentation" disabled={!mayWrite} style={{ minInlineSize: 0 }}>
          <QuestionFields
            questions={asked}
            answers={all}
            problems={{ ...refusedAnswers(answer.error, 'answers'), ...(tried && problems) }}
            onChange={(next) => {
              setTyped(Object.fromEntries(Object.entries(next).filter(([id, value]) => value !== answers[id])))
              answer.reset()
            }}
          />
        </fieldset>
      ) : (
        <NotLoaded query={query} rows={2} height={70} />
      )}
    </FormDialog>
  )
}
