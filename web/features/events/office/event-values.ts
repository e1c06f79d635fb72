import { type Fields, LocalTime } from '#contract/fields.ts'
import { type EditedEvent, eventFields, type EventFields, problemsOfEvent } from '#contract/events/office.ts'
import type { EditedField } from '#web/forms/edited-form.ts'
import { editedFieldsOf, readTyped, typedOf, type TypedOf, unreadIn } from '#web/forms/fields.tsx'
import { amountProblem, minorOf, numberOf, numberProblem, typedAmount } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { kindOf, kindWords } from '../kinds.tsx'
import { eventLabels, type ShownProblem } from './event-words.ts'

export interface PhaseValues {
  id: string
  nameDa: string
  nameEn: string
  price: string
  memberPrice: string
  until: string
  places: string
}

export interface CategoryValues {
  id: string
  nameDa: string
  nameEn: string
  price: string
  memberPrice: string
  capacity: string
  poolId: string
  minAge: string
  maxAge: string
  membersOnly: boolean
  closed: boolean
  phases: PhaseValues[]
}

export interface PoolValues {
  id: string
  name: string
  capacity: string
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
}

const optional = <T>(text: string, read: (text: string) => T): T | null => (text.trim() === '' ? null : read(text))
const textsOf = (da: string, en: string) => ({ da: da.trim(), ...(en.trim() && { en: en.trim() }) })

export function valuesOf({ fields }: Pick<EditedEvent, 'fields'>): EventValues {
  const shown = (value: number | null) => value?.toString() ?? ''
  return {
    ...typedOf(eventFields, fields),
    kind: kindWords(fields.kind),
    who: !fields.forMembers ? 'anyone' : fields.guestsInvited ? 'guests' : 'members',
    prices: {
      capacity: shown(fields.capacity),
      pools: fields.pools.map((pool) => ({ ...pool, capacity: String(pool.capacity) })),
      categories: fields.categories.map(({ name, price, memberPrice, phases, poolId, ...category }) => ({
        id: category.id,
        nameDa: name.da,
        nameEn: name.en ?? '',
        price: typedAmount(price),
        memberPrice: memberPrice === null ? '' : typedAmount(memberPrice),
        capacity: shown(category.capacity),
        poolId: poolId ?? '',
        minAge: shown(category.minAge),
        maxAge: shown(category.maxAge),
        membersOnly: category.membersOnly,
        closed: category.closed,
        phases: phases.map((phase) => ({
          id: phase.id,
          nameDa: phase.name.da,
          nameEn: phase.name.en ?? '',
          price: typedAmount(phase.price),
          memberPrice: phase.memberPrice === null ? '' : typedAmount(phase.memberPrice),
          until: phase.until ?? '',
          places: shown(phase.places),
        })),
      })),
    },
  }
}

export const fieldsOf = (values: EventValues): EventFields => ({
  ...readTyped(eventFields, values),
  kind: kindOf(values.kind),
  forMembers: values.who !== 'anyone',
  guestsInvited: values.who === 'guests',
  capacity: optional(values.prices.capacity, numberOf),
  pools: values.prices.pools.map(({ id, name, capacity }) => ({ id, name: name.trim(), capacity: numberOf(capacity) })),
  categories: values.prices.categories.map((category) => ({
    id: category.id,
    name: textsOf(category.nameDa, category.nameEn),
    price: minorOf(category.price),
    memberPrice: optional(category.memberPrice, minorOf),
    capacity: optional(category.capacity, numberOf),
    poolId: category.poolId || null,
    minAge: optional(category.minAge, numberOf),
    maxAge: optional(category.maxAge, numberOf),
    membersOnly: category.membersOnly,
    closed: category.closed,
    phases: category.phases.map((phase) => ({
      id: phase.id,
      name: textsOf(phase.nameDa, phase.nameEn),
      price: minorOf(phase.price),
      memberPrice: optional(phase.memberPrice, minorOf),
      until: optional(phase.until, String),
      places: optional(phase.places, numberOf),
    })),
  })),
})

const isTime = (text: string) => LocalTime.safeParse(text).success

/** Values that prevent sending: times that are not chosen, or only in part, and amounts and numbers that are not read. */
export function unsendable(values: EventValues): ShownProblem[] {
  const phases = values.prices.categories.flatMap((category, at) =>
    category.phases.flatMap(({ until }, n) => (until && !isTime(until) ? [`categories.${at}.phases.${n}.until`] : [])),
  )
  const unread = Object.entries(unreadIn(eventFields, values)).map(([path, problem]) =>
    isTimeField(path)
      ? { path, fault: 'time_missing' as const }
      : { path, fault: 'not_read' as const, problem: () => problem },
  )
  return [
    ...unread,
    ...phases.map((path) => ({ path, fault: 'time_missing' as const })),
    ...typedIn(values.prices).flatMap(({ path, typed, problem }) =>
      problem(typed) === null ? [] : [{ path, fault: 'not_read' as const, problem: () => problem(typed) ?? '' }],
    ),
  ]
}

const isTimeField = (path: string) => (eventFields as Fields)[path]?.kind === 'time'

/** Every amount and number of the prices, with what says why it is not read. */
function typedIn({ capacity, pools, categories }: PriceValues) {
  const whole = (typed: string) => numberProblem(typed)
  const field = (path: string, typed: string, problem = whole) => ({ path, typed, problem })
  const ofPrices = (path: string, { price, memberPrice }: PhaseValues | CategoryValues) => [
    field(`${path}.price`, price, amountProblem),
    field(`${path}.memberPrice`, memberPrice, amountProblem),
  ]
  return [
    field('capacity', capacity),
    ...pools.map((pool, at) => field(`pools.${at}.capacity`, pool.capacity)),
    ...categories.flatMap((category, at) => [
      ...ofPrices(`categories.${at}`, category),
      ...(['capacity', 'minAge', 'maxAge'] as const).map((name) => field(`categories.${at}.${name}`, category[name])),
      ...category.phases.flatMap((phase, n) => [
        ...ofPrices(`categories.${at}.phases.${n}`, phase),
        field(`categories.${at}.phases.${n}.places`, phase.places),
      ]),
    ]),
  ]
}

export const isUnsendable = ({ fault }: ShownProblem): boolean => fault === 'time_missing' || fault === 'not_read'

/** Problems that only the server can find. */
const byServer = new Set([
  'time_zone_unknown',
  'time_missing_that_day',
  'capacity_below_sold',
  'category_has_guests',
  'alt_text_missing',
  'payment_not_configured',
  'event_over',
  'phase_over',
  'series_unknown',
])

/** Problems of an event while it is typed: those found by the browser, and the server's last ones. */
export function problemsWhileTyping(values: EventValues, said: readonly ShownProblem[]): ShownProblem[] {
  const missing = unsendable(values)
  const fields = fieldsOf(values)
  const all = [...missing, ...problemsOfEvent(fields), ...said.filter(({ fault }) => byServer.has(fault))]
  const isMissing = new Set(missing.map(({ path }) => path))
  return [...new Map(all.map((one) => [`${one.path} ${one.fault}`, one])).values()].filter(
    (one) => isUnsendable(one) || !isMissing.has(one.path),
  )
}

/** The fields in their order, to show two versions beside each other. */
export const editedFields = (values: EventValues): EditedField[] => [
  ...editedFieldsOf(eventFields, values, eventLabels),
  { path: 'who', label: m.event_edit_who(), value: values.who, shown: whoWords[values.who]?.() ?? '' },
  { path: 'prices', label: m.event_edit_tab_prices(), value: values.prices, shown: pricesShown(values.prices) },
]

export const whoWords: Readonly<Record<string, () => string>> = {
  anyone: m.event_edit_who_anyone,
  members: m.event_members_only,
  guests: m.event_edit_who_guests,
}

/** Prices and places, a line each. */
function pricesShown({ capacity, pools, categories }: PriceValues): string {
  const line = (name: string, ...parts: readonly string[]) => [name, ...parts.filter(Boolean)].join(' · ')
  const named = (label: string, value: string) => value && `${label}: ${value}`
  const prices = ({ price, memberPrice }: { price: string; memberPrice: string }) => [
    named(m.event_edit_price(), price),
    named(m.event_edit_member_price(), memberPrice),
  ]
  return [
    named(m.event_edit_capacity(), capacity),
    ...pools.map((pool) => line(`${m.event_edit_pool()} ${pool.name}`, pool.capacity)),
    ...categories.flatMap((category) => [
      line(
        category.nameDa,
        ...prices(category),
        named(m.event_places(), category.capacity),
        named(m.event_edit_min_age(), category.minAge),
        named(m.event_edit_max_age(), category.maxAge),
        named(m.event_edit_pool(), pools.find(({ id }) => id === category.poolId)?.name ?? ''),
        category.membersOnly ? m.event_edit_members_only() : '',
        category.closed ? m.event_edit_stopped() : '',
      ),
      ...category.phases.map((phase) =>
        line(`– ${phase.nameDa}`, ...prices(phase), phase.until.replace('T', ' '), phase.places),
      ),
    ]),
  ]
    .filter(Boolean)
    .join('\n')
}
