import { deleteDaysOf, type Question } from '#contract/events/questions.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { addDays } from './calendar.ts'
import { demoId } from './demo-id.ts'
import type { RowOf } from './row-of.ts'

type Asked = Pick<Question, 'kind' | 'label'> &
  Partial<Omit<Question, 'id' | 'condition'>> & {
    readonly key: string
    /** The key of an earlier question, and the options with which it is asked. */
    readonly after?: readonly [key: string, ...options: string[]]
  }

const option = (key: string, da: string, en: string) => ({ key, label: { da, en } })

const allergies: Asked = {
  key: 'allergies',
  kind: 'long_text',
  label: {
    da: 'Allergier eller andet, køkkenet skal vide?',
    en: 'Allergies, or anything else the kitchen should know?',
  },
  sensitive: true,
  readers: ['event_manager', 'trainer'],
  purpose: { da: 'Så maden er sikker for alle', en: 'So that the food is safe for everyone' },
}

const travel: Asked = {
  key: 'travel',
  kind: 'choice',
  label: { da: 'Hvordan kommer du frem?', en: 'How do you get there?' },
  options: [option('bus', 'Med klubbens bus', 'By the club’s bus'), option('own', 'Selv', 'On my own')],
}

const seat: Asked = {
  key: 'seat',
  kind: 'yes_no',
  label: { da: 'Bliver du køresyg?', en: 'Do you get carsick?' },
  after: ['travel', 'bus'],
}

/** A camp that opens for registration next month, and a weekend with guests who have answered. */
const asked: Readonly<Record<string, readonly Asked[]>> = {
  'Forårslejr for juniorer': [
    { ...travel, required: true },
    seat,
    { ...allergies, required: true },
    {
      key: 'shirt',
      kind: 'choice',
      label: { da: 'Størrelse på T-shirt', en: 'T-shirt size' },
      options: [option('s', 'Lille', 'Small'), option('m', 'Mellem', 'Medium'), option('l', 'Stor', 'Large')],
      required: true,
      when: 'later',
    },
    {
      key: 'phone',
      kind: 'phone',
      label: { da: 'Telefon til en voksen hjemme', en: 'Phone of an adult at home' },
      required: true,
    },
  ],
  'Roweekend i Svendborgsund': [travel, seat, allergies],
}

/** Guests' answers, in the order of their places; the others have not answered. */
const given: readonly Readonly<Record<string, string | boolean>>[] = [
  { travel: 'bus', seat: false, allergies: 'Nødder' },
  { travel: 'own' },
  { travel: 'bus', seat: true, allergies: 'Laktose' },
  { travel: 'own', allergies: 'Vegetar' },
]

interface Rows {
  readonly questions: RowOf<'eventQuestions'>[]
  readonly answers: RowOf<'eventAnswers'>[]
}

/** Questions of events, and the answers of their guests; sensitive ones are encrypted. */
export function questionRows(
  events: readonly RowOf<'events'>[],
  entries: readonly RowOf<'eventEntries'>[],
  secrets: Secrets,
): Rows {
  const all = events.flatMap((event) =>
    (asked[event.title] ?? []).map((question, position) => ({
      event,
      question,
      position,
      id: idOf(event, question.key),
    })),
  )
  return {
    questions: all.map(({ event, question: { key: _key, after, ...question }, position, id }) => ({
      id,
      eventId: event.id,
      position,
      scope: 'person',
      help: { da: '' },
      options: [],
      required: false,
      categories: null,
      when: 'registration',
      until: question.when === 'later' ? addDays(event.startsAt.toISOString().slice(0, 10), -14) : null,
      sensitive: false,
      purpose: { da: '' },
      deleteDays: deleteDaysOf(question.sensitive ?? false),
      readers: [],
      ...question,
      condition: after ? { question: idOf(event, after[0]), in: after.slice(1) } : null,
    })),
    answers: all.flatMap(({ event, question: { key, sensitive }, id }) =>
      entries
        .filter(({ eventId, status }) => eventId === event.id && status === 'paid')
        .flatMap((entry, at) => {
          const value = given[at]?.[key]
          if (value === undefined) return []
          return [
            {
              id: demoId(`answer ${entry.id} ${key}`, entry.createdAt!),
              eventId: event.id,
              questionId: id,
              entryId: entry.id,
              value: sensitive ? null : value,
              valueEncrypted: sensitive ? secrets.encrypt('event_answers.value', JSON.stringify(value)) : null,
              answeredBy: entry.memberId,
              answeredAt: entry.createdAt!,
            },
          ]
        }),
    ),
  }
}

const idOf = (event: RowOf<'events'>, key: string) => demoId(`question ${event.id} ${key}`, event.createdAt!)
