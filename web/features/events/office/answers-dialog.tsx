import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { QuestionFields } from '../questions/question-fields.tsx'
import { refusedAnswers, useTypedAnswers } from '../questions/typed-answers.ts'
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
  const [tried, setTried] = useState(false)
  const { all, asked, isChanged, problems, given, type } = useTypedAnswers(query.data, [])
  const onSubmit = () => {
    setTried(true)
    if (Object.keys(problems).length > 0) return
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
      disabled={!isChanged}
      {...{ onSubmit, onClose }}
    >
      {query.data ? (
        <fieldset role="presentation" disabled={!mayWrite} style={{ minInlineSize: 0 }}>
          <QuestionFields
            questions={asked}
            answers={all}
            problems={{ ...refusedAnswers(answer.error, 'answers'), ...(tried && problems) }}
            onChange={(next) => {
              type(next)
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
