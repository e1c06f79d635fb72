import { Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Answers, isForGuests } from '#contract/events/questions.ts'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { m } from '#words/messages.js'
import { QuestionFields } from '../questions/question-fields.tsx'
import { PlaceQuestions } from '../registration/place-questions.tsx'
import { askedOf } from '../registration/use-questions.ts'
import type { CategoryValues } from './event-values.ts'
import { questionOf, type QuestionValues } from './question-values.ts'
import { inReadersLanguage, questionName } from './question-words.ts'

interface Props {
  readonly questions: readonly QuestionValues[]
  readonly categories: readonly CategoryValues[]
  readonly onClose: () => void
}

const family = () => [
  { name: m.question_family_parent(), age: '40' },
  { name: m.question_family_older(), age: '12' },
  { name: m.question_family_younger(), age: '8' },
]

/** The questions that a family would be asked when it registers, with what they answer. Nothing is kept. */
export function FamilyPreview({ questions: typed, categories, onClose }: Props) {
  const [people, setPeople] = useState(() => family().map((one) => ({ ...one, answers: {} as Answers })))
  const [ofOrder, setOfOrder] = useState<Answers>({})
  const questions = typed
    .map((values) => {
      const question = questionOf(values)
      return question.label.da ? question : { ...question, label: { da: questionName(values) } }
    })
    .filter(isForGuests)
  const change = (index: number, next: Partial<(typeof people)[number]>) =>
    setPeople(people.with(index, { ...people[index]!, ...next }))
  const shown = people.map(({ name, age, answers }) => {
    const years = age.trim() === '' ? null : Number(age)
    const category = categoryOf(categories, years)
    const place = { ...askedOf(questions, answers, { age: years, categoryId: category?.id ?? '' }), typed: answers }
    return { name, age, category, place }
  })
  const order = askedOf(questions, ofOrder, null)
  return (
    <Modal opened onClose={onClose} size="lg" title={m.question_family_preview()}>
      <Stack gap="xl">
        <Text size="sm" c="dimmed">
          {m.question_family_explained()}
        </Text>
        {shown.map(({ name, age, category, place }, index) => (
          <Stack key={name} component="section" gap="sm" aria-label={name}>
            <Group justify="space-between" align="flex-end" gap="xs">
              <div>
                <Title order={3} size="h4">
                  {name}
                </Title>
                {category && (
                  <Text size="sm" c="dimmed" data-own-words>
                    {inReadersLanguage(category.nameDa, category.nameEn)}
                  </Text>
                )}
              </div>
              <NumberField
                size="sm"
                w="6rem"
                label={m.question_family_age()}
                value={age}
                onChange={(next) => change(index, { age: next })}
              />
            </Group>
            {place.asked.length + place.later === 0 ? (
              <Text size="sm" c="dimmed">
                {m.question_family_nothing()}
              </Text>
            ) : (
              <PlaceQuestions
                person={{ name, memberId: name }}
                registration={{ setAnswers: (_, answers) => change(index, { answers }) }}
                questions={{ places: shown.map((one) => one.place), lastOf: () => ({}), refusedAt: () => ({}) }}
                index={index}
                tried={false}
                error={null}
              />
            )}
          </Stack>
        ))}
        {order.asked.length > 0 && (
          <Stack component="section" gap="sm" aria-label={m.register_questions_order()}>
            <Title order={3} size="h4">
              {m.register_questions_order()}
            </Title>
            <QuestionFields questions={order.asked} answers={ofOrder} onChange={setOfOrder} />
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}

/** The first category for somebody's age, which they would be offered. */
const categoryOf = (categories: readonly CategoryValues[], age: number | null): CategoryValues | undefined =>
  categories.find(
    ({ minAge, maxAge, closed }) =>
      !closed && (age === null || (age >= (Number(minAge) || 0) && age <= (Number(maxAge) || Infinity))),
  ) ?? categories[0]
