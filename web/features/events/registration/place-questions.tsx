import { Button, Group, Stack, Text } from '@mantine/core'
import type { EventPerson } from '#contract/events/answers.ts'
import { m } from '#words/messages.js'
import { QuestionFields } from '../questions/question-fields.tsx'
import type { Registration } from './use-registration.ts'
import type { RegistrationQuestions } from './use-questions.ts'

interface Props {
  readonly person: Pick<EventPerson, 'name' | 'memberId'>
  readonly registration: Pick<Registration, 'setAnswers'>
  readonly questions: Pick<RegistrationQuestions, 'places' | 'lastOf' | 'refusedAt'>
  /** Index in all selected places. */
  readonly index: number
  /** It was sent: problems are shown. */
  readonly tried: boolean
  readonly error: Error | null
}

/** The questions of an event to one person, with their answers of last time. */
export function PlaceQuestions({ person, registration, questions, index, tried, error }: Props) {
  const place = questions.places[index]
  if (!place || place.asked.length + place.later === 0) return null
  const { name, memberId } = person
  const last = questions.lastOf(memberId, place)
  const set = (answers: typeof place.typed) => registration.setAnswers(index, answers)
  return (
    <Stack gap="md" role="group" aria-label={m.register_questions_for({ name })}>
      {Object.keys(last).length > 0 && (
        <Group gap="xs" justify="space-between">
          <Text size="sm">{m.register_answers_last_time({ name })}</Text>
          <Button variant="light" size="xs" onClick={() => set({ ...place.typed, ...last })}>
            {m.register_use_last_answers()}
          </Button>
        </Group>
      )}
      <QuestionFields
        questions={place.asked}
        answers={place.typed}
        problems={{ ...questions.refusedAt(error, index), ...(tried && place.problems) }}
        onChange={set}
      />
      {place.later > 0 && (
        <Text size="sm" c="dimmed">
          {m.register_questions_later({ count: place.later })}
        </Text>
      )}
    </Stack>
  )
}
