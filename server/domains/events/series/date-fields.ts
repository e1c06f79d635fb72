import { isDeepStrictEqual } from 'node:util'
import { eventFields, type EventFields } from '#contract/events/office.ts'
import { datesOf, type RepeatRule } from '#contract/events/repeat.ts'
import type { LocalText } from '#contract/local-text.ts'
import { addDays } from '#server/database/clock.ts'
import { mapTimes } from '#server/database/fields.ts'
import { newId } from '#server/database/new-id.ts'
import { copiedQuestions } from '../questions/write-questions.ts'

/** A field of an event that its series has, too: the times, prices and the rest as its editor has them. */
export type SeriesField = keyof EventFields

export const seriesFields = Object.keys(eventFields) as SeriesField[]

/** A field, and those that follow with it: categories name their pool. */
export const fieldsWith = (name: SeriesField): readonly SeriesField[] =>
  name === 'pools' || name === 'categories' ? ['pools', 'categories'] : [name]

/** The fields that a save changed, as other dates can follow them. Moved to another day, only the start is. */
export function changedFields(was: EventFields, is: EventFields): SeriesField[] {
  const [before, after] = [comparable(was, was), comparable(is, was)]
  const changed = seriesFields.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  return [...new Set(changed.flatMap(fieldsWith))]
}

/** Fields without what differs between dates of a series that are equal: the day, and the ids of parts. */
function comparable(fields: EventFields, was: EventFields): Record<SeriesField, unknown> {
  const poolAt = new Map(fields.pools.map(({ id }, at) => [id, at]))
  const from = dayOf(fields.startsAt)
  return {
    ...fields,
    ...mapTimes(eventFields, fields, (local) => relative(local, from)),
    startsAt: relative(fields.startsAt, dayOf(was.startsAt)),
    publicFrom: fields.publicFrom,
    pools: fields.pools.map(({ name, capacity }) => ({ name, capacity })),
    questions: comparableQuestions(fields, from),
    categories: fields.categories.map(({ poolId, phases, ...category }) => ({
      ...category,
      id: null,
      pool: poolId === null ? null : poolAt.get(poolId),
      phases: phases.map((phase) => ({ ...phase, id: null, until: phase.until && relative(phase.until, from) })),
    })),
  }
}

/** Questions by their place, and categories by theirs. */
const comparableQuestions = ({ questions, categories }: EventFields, from: string) => {
  const at = (all: readonly { readonly id: string }[], id: string) => String(all.findIndex((one) => one.id === id))
  return copiedQuestions(
    questions,
    new Map(categories.map(({ id }) => [id, at(categories, id)])),
    (day) => relative(day, from),
    ({ id }) => at(questions, id),
  )
}

interface Source {
  /** Before the change that is followed; where nothing changed, the same. */
  readonly was: EventFields
  readonly is: EventFields
}

/**
 * The fields of a date that follows some of another's. Times stay at its own day, moved by as many days as the other's; all dates are public from the
 * same moment. Its categories and pools keep
 * their ids by their names, so that guests keep their places.
 */
export function following(date: EventFields, { was, is }: Source, names: ReadonlySet<SeriesField>): EventFields {
  const day = dayOf(date.startsAt)
  const moved = names.has('startsAt') ? daysBetween(dayOf(was.startsAt), dayOf(is.startsAt)) : 0
  const newDay = addDays(day, moved)
  const onNewDay = (local: string, from: string) =>
    `${addDays(newDay, daysBetween(from, dayOf(local)))}${local.slice(10)}`
  const followed: Record<string, unknown> = {
    ...date,
    // Fields that do not follow move with the day, too.
    ...mapTimes(eventFields, date, (local) => onNewDay(local, day)),
    publicFrom: date.publicFrom,
    questions: date.questions.map((question) => ({
      ...question,
      until: question.until && onNewDay(question.until, day),
    })),
    categories: date.categories.map((category) => ({
      ...category,
      phases: category.phases.map((phase) => ({ ...phase, until: phase.until && onNewDay(phase.until, day) })),
    })),
  }
  const from = dayOf(is.startsAt)
  for (const name of names) {
    const value = is[name]
    followed[name] =
      eventFields[name].kind === 'time' && name !== 'publicFrom' && value !== null
        ? onNewDay(value as string, from)
        : value
  }
  if (names.has('categories'))
    Object.assign(
      followed,
      partsFor(date, { was, is }, (local) => onNewDay(local, from)),
    )
  if (names.has('questions')) {
    const parts = { ...(followed as EventFields), questions: date.questions }
    followed['questions'] = questionsFor(parts, { was, is }, (on) => onNewDay(on, from))
  }
  return followed as EventFields
}

interface Part {
  readonly id: string
  readonly name: LocalText | string
}

/**
 * The ids that a date has for the parts of another one, by the names that these had. Each id is there once: parts of one name are matched by their
 * order, and a new part does not get the id of one that was renamed.
 */
function idsOf(own: readonly Part[], was: readonly Part[], is: readonly Part[]): ReadonlyMap<string, string> {
  const nameOf = ({ name }: Part) => (typeof name === 'string' ? name : name.da)
  const before = new Map(was.map((part) => [part.id, nameOf(part)]))
  const left = [...own]
  const inOrder = [...is.filter(({ id }) => before.has(id)), ...is.filter(({ id }) => !before.has(id))]
  return new Map(
    inOrder.flatMap((part) => {
      const at = left.findIndex((one) => nameOf(one) === (before.get(part.id) ?? nameOf(part)))
      return at === -1 ? [] : left.splice(at, 1).map(({ id }) => [part.id, id] as const)
    }),
  )
}

/** Pools and categories of the other date, with the ids that this date has for them. */
function partsFor(date: EventFields, { was, is }: Source, onDay: (local: string) => string) {
  const poolIds = idsOf(date.pools, was.pools, is.pools)
  const pools = new Map(is.pools.map(({ id }) => [id, poolIds.get(id) ?? newId()]))
  const categoryIds = idsOf(date.categories, was.categories, is.categories)
  return {
    pools: is.pools.map((pool) => ({ ...pool, id: pools.get(pool.id)! })),
    categories: is.categories.map((category) => {
      const id = categoryIds.get(category.id) ?? newId()
      const phasesOf = (fields: EventFields, of: string) => fields.categories.find((one) => one.id === of)?.phases ?? []
      const phases = idsOf(phasesOf(date, id), phasesOf(was, category.id), category.phases)
      return {
        ...category,
        id,
        poolId: category.poolId && pools.get(category.poolId)!,
        phases: category.phases.map((phase) => ({
          ...phase,
          id: phases.get(phase.id) ?? newId(),
          until: phase.until && onDay(phase.until),
        })),
      }
    }),
  }
}

/** Questions of the other date, with the ids that this one has for them by their words. */
function questionsFor(date: EventFields, { was, is }: Source, onDay: (day: string) => string) {
  const named = ({ questions }: EventFields) => questions.map(({ id, label }) => ({ id, name: label }))
  const ids = idsOf(named(date), named(was), named(is))
  const categories = idsOf(date.categories, is.categories, is.categories)
  return copiedQuestions(is.questions, categories, onDay, ({ id }) => ids.get(id) ?? newId())
}

/**
 * Whether a field of a date is as in another one that follows the series. Its start is so on a day of the rule only, or as many days from one as
 * the other's.
 */
export function isLikeSeries(
  date: EventFields,
  other: EventFields,
  name: SeriesField,
  { rule, startsOn }: { readonly rule: RepeatRule; readonly startsOn: string },
): boolean {
  const followed = following(date, { was: other, is: other }, new Set(fieldsWith(name)))
  if (changedFields(date, followed).includes(name)) return false
  if (name !== 'startsAt') return true
  const days = [startsOn, ...datesOf(rule, startsOn).days]
  const [moved = 0] = days
    .map((day) => daysBetween(day, dayOf(other.startsAt)))
    .toSorted((a, b) => Math.abs(a) - Math.abs(b))
  return days.includes(addDays(dayOf(date.startsAt), -moved))
}

const dayOf = (local: string) => local.slice(0, 10)
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
/** A local time by days after another day. */
const relative = (local: string, from: string) => `${daysBetween(from, dayOf(local))}${local.slice(10)}`
