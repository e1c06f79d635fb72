import type { Fields } from '#contract/fields.ts'
import {
  categoryFields,
  type EditedEvent,
  eventFields,
  type EventFields,
  fieldFaults,
  phaseFields,
  poolFields,
  problemsOfEvent,
} from '#contract/events/office.ts'
import { questionFields } from '#contract/events/questions.ts'
import type { EditedField } from '#web/forms/edited-form.ts'
import { editedFieldsOf, readBack, readTyped, typedOf, type TypedOf, unreadIn } from '#web/forms/fields.tsx'
import { numberOf, numberProblem } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { kindOf, kindWords } from '../kinds.tsx'
import { questionOf, questionValuesOf, type QuestionValues, unreadAges } from './question-values.ts'
import { questionsShown } from './question-words.ts'
import { categoryLabels, eventLabels, phaseLabels, poolLabels, type ShownProblem } from './event-words.ts'

export interface PhaseValues extends TypedOf<typeof phaseFields> {
  id: string
}

export interface CategoryValues extends TypedOf<typeof categoryFields> {
  id: string
  phases: PhaseValues[]
}

export interface PoolValues extends TypedOf<typeof poolFields> {
  id: string
}

export interface PriceValues {
  capacity: string
  pools: PoolValues[]
  categories: CategoryValues[]
}

/** Typed values of an event. Numbers as texts, amounts in kroner; blank for none. */
export interface EventValues extends TypedOf<typeof eventFields> {
  who: string
  prices: PriceValues
  questions: QuestionValues[]
}

export const valuesOf = ({ fields }: Pick<EditedEvent, 'fields'>): EventValues => ({
  ...typedOf(eventFields, fields),
  kind: kindWords(fields.kind),
  who: !fields.forMembers ? 'anyone' : fields.guestsInvited ? 'guests' : 'members',
  prices: {
    capacity: fields.capacity?.toString() ?? '',
    pools: fields.pools.map((pool) => ({ id: pool.id, ...typedOf(poolFields, pool) })),
    categories: fields.categories.map((category) => ({
      id: category.id,
      ...typedOf(categoryFields, category),
      phases: category.phases.map((phase) => ({ id: phase.id, ...typedOf(phaseFields, phase) })),
    })),
  },
  questions: fields.questions.map(questionValuesOf),
})

export const fieldsOf = (values: EventValues): EventFields => ({
  ...readTyped(eventFields, values),
  kind: kindOf(values.kind),
  forMembers: values.who !== 'anyone',
  guestsInvited: values.who === 'guests',
  capacity: values.prices.capacity.trim() === '' ? null : numberOf(values.prices.capacity),
  pools: values.prices.pools.map((pool) => ({ id: pool.id, ...readTyped(poolFields, pool) })),
  categories: values.prices.categories.map((category) => ({
    id: category.id,
    ...readTyped(categoryFields, category),
    phases: category.phases.map((phase) => ({ id: phase.id, ...readTyped(phaseFields, phase) })),
  })),
  questions: values.questions.map(questionOf),
})

/** Values that prevent sending: times that are not chosen, or only in part, and amounts and numbers that are not read. */
export function unsendable(values: EventValues): ShownProblem[] {
  const { capacity, pools, categories } = values.prices
  const problem = numberProblem(capacity)
  return [
    ...unreadAt('', eventFields, values),
    ...(problem === null ? [] : [{ path: 'capacity', fault: 'not_read' as const, problem: () => problem }]),
    ...pools.flatMap((pool, at) => unreadAt(`pools.${at}.`, poolFields, pool)),
    ...categories.flatMap((category, at) => [
      ...unreadAt(`categories.${at}.`, categoryFields, category),
      ...category.phases.flatMap((phase, n) => unreadAt(`categories.${at}.phases.${n}.`, phaseFields, phase)),
    ]),
    ...values.questions.flatMap((question, at) => [
      ...unreadAt(`questions.${at}.`, questionFields, question),
      ...unreadAges(question).map((sentence) => ({
        path: `questions.${at}.condition`,
        fault: 'not_read' as const,
        problem: () => sentence,
      })),
    ]),
  ]
}

const unreadAt = <F extends Fields>(place: string, fields: F, typed: TypedOf<F>): ShownProblem[] =>
  Object.entries(unreadIn(fields, typed)).map(([name, problem]) => ({
    path: `${place}${name}`,
    ...(fields[name]?.kind === 'time' ? { fault: 'time_missing' } : { fault: 'not_read', problem: () => problem }),
  }))

export const isUnsendable = ({ fault }: ShownProblem): boolean => fault === 'time_missing' || fault === 'not_read'

const foundAsTyped: ReadonlySet<string> = new Set(fieldFaults)

/** Problems of an event while it is typed: those found by the browser, and the server's last ones. */
export function problemsWhileTyping(values: EventValues, said: readonly ShownProblem[]): ShownProblem[] {
  const missing = unsendable(values)
  const fields = fieldsOf(values)
  const all = [
    ...missing,
    ...problemsOfEvent(fields),
    ...said.filter(({ fault, data }) => !foundAsTyped.has(fault) || data?.['date']),
  ]
  const isMissing = new Set(missing.map(({ path }) => path))
  return [...new Map(all.map((one) => [`${one.path} ${one.fault}`, one])).values()].filter(
    (one) => isUnsendable(one) || !isMissing.has(one.path),
  )
}

/** The fields in their order, to show two versions beside each other. */
export const editedFields = (values: EventValues): EditedField[] => [
  ...editedFieldsOf(eventFields, { ...values, kind: kindWords(kindOf(values.kind)) }, eventLabels),
  { path: 'who', label: m.event_edit_who(), value: values.who, shown: whoWords[values.who]?.() ?? '' },
  {
    path: 'prices',
    label: m.event_edit_tab_prices(),
    value: pricesReadBack(values.prices),
    shown: pricesShown(values.prices),
  },
  questionsShown(values.questions),
]

export const whoWords: Readonly<Record<string, () => string>> = {
  anyone: m.event_edit_who_anyone,
  members: m.event_members_only,
  guests: m.event_edit_who_guests,
}

const pricesReadBack = ({ capacity, pools, categories }: PriceValues): PriceValues => ({
  capacity: capacity.trim() === '' || numberProblem(capacity) !== null ? capacity : `${numberOf(capacity)}`,
  pools: pools.map((pool) => ({ ...pool, ...readBack(poolFields, pool) })),
  categories: categories.map((category) => ({
    ...category,
    ...readBack(categoryFields, category),
    phases: category.phases.map((phase) => ({ ...phase, ...readBack(phaseFields, phase) })),
  })),
})

/** Prices and places, a line each. */
function pricesShown({ capacity, pools, categories }: PriceValues): string {
  const line = (fields: readonly EditedField[]) =>
    fields
      .filter(({ value, shown }) => shown !== '' && value !== false)
      .map(({ label, value, shown }) => (value === true ? label : `${label}: ${shown}`))
      .join(' · ')
  const poolOf = ({ poolId }: CategoryValues) => pools.find(({ id }) => id === poolId)?.name ?? ''
  return [
    ...(capacity ? [`${m.event_edit_capacity()}: ${capacity}`] : []),
    ...pools.map((pool) => line(editedFieldsOf(poolFields, pool, poolLabels))),
    ...categories.flatMap((one) => [
      line(editedFieldsOf(categoryFields, one, categoryLabels, { poolId: poolOf(one) })),
      ...one.phases.map((phase) => `– ${line(editedFieldsOf(phaseFields, phase, phaseLabels))}`),
    ]),
  ].join('\n')
}
