import { type EditedEvent, type EventFields, LocalTime, problemsOfEvent } from '#contract/office-events.ts'
import type { EditedField } from '#web/forms/edited-form.ts'
import { amountProblem, minorOf, numberOf, numberProblem, typedAmount } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { kindOf, kindWords } from '../kinds.tsx'
import type { ShownProblem } from './event-words.ts'

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

/** What is typed of an event. Numbers as texts, amounts in kroner; blank for none. */
export interface EventValues {
  titleDa: string
  titleEn: string
  kind: string
  descriptionDa: string
  descriptionEn: string
  startsAt: string
  endsAt: string
  doorsAt: string
  timeZone: string
  placeDa: string
  placeEn: string
  address: string
  who: string
  series: string[]
  onePerPerson: boolean
  publicFrom: string
  saleFrom: string
  saleUntil: string
  refundUntilHours: string
  prices: PriceValues
}

const optional = <T>(text: string, read: (text: string) => T): T | null => (text.trim() === '' ? null : read(text))
const textsOf = (da: string, en: string) => ({ da: da.trim(), ...(en.trim() && { en: en.trim() }) })

export function valuesOf({ fields }: Pick<EditedEvent, 'fields'>): EventValues {
  const shown = (value: number | null) => value?.toString() ?? ''
  return {
    titleDa: fields.title.da,
    titleEn: fields.title.en ?? '',
    kind: kindWords(fields.kind),
    descriptionDa: fields.description.da,
    descriptionEn: fields.description.en ?? '',
    startsAt: fields.startsAt,
    endsAt: fields.endsAt,
    doorsAt: fields.doorsAt ?? '',
    timeZone: fields.timeZone,
    placeDa: fields.place.da,
    placeEn: fields.place.en ?? '',
    address: fields.address,
    who: !fields.forMembers ? 'anyone' : fields.guestsInvited ? 'guests' : 'members',
    series: fields.memberSeries ?? [],
    onePerPerson: fields.onePerPerson,
    publicFrom: fields.publicFrom,
    saleFrom: fields.saleFrom ?? '',
    saleUntil: fields.saleUntil ?? '',
    refundUntilHours: shown(fields.refundUntilHours),
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
  title: textsOf(values.titleDa, values.titleEn),
  kind: kindOf(values.kind),
  description: textsOf(values.descriptionDa, values.descriptionEn),
  startsAt: values.startsAt,
  endsAt: values.endsAt,
  doorsAt: optional(values.doorsAt, String),
  timeZone: values.timeZone,
  place: textsOf(values.placeDa, values.placeEn),
  address: values.address.trim(),
  forMembers: values.who !== 'anyone',
  guestsInvited: values.who === 'guests',
  memberSeries: values.series.length > 0 ? values.series : null,
  onePerPerson: values.onePerPerson,
  publicFrom: values.publicFrom,
  saleFrom: optional(values.saleFrom, String),
  saleUntil: optional(values.saleUntil, String),
  refundUntilHours: optional(values.refundUntilHours, numberOf),
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

/** What keeps an event from being sent: times that are not chosen, or only in part, and amounts and numbers that are not read. */
export function unsendable(values: EventValues): ShownProblem[] {
  const required = (['startsAt', 'endsAt', 'publicFrom'] as const).filter((path) => !isTime(values[path]))
  const half = (['doorsAt', 'saleFrom', 'saleUntil'] as const).filter((path) => values[path] && !isTime(values[path]))
  const phases = values.prices.categories.flatMap((category, at) =>
    category.phases.flatMap(({ until }, n) => (until && !isTime(until) ? [`categories.${at}.phases.${n}.until`] : [])),
  )
  return [
    ...[...required, ...half, ...phases].map((path) => ({ path, fault: 'time_missing' as const })),
    ...typedIn(values).flatMap(({ path, typed, problem }) =>
      problem(typed) === null ? [] : [{ path, fault: 'not_read' as const, problem: () => problem(typed) ?? '' }],
    ),
  ]
}

/** Every amount and number, with what says why it is not read. */
function typedIn({ refundUntilHours, prices: { capacity, pools, categories } }: EventValues) {
  const whole = (typed: string) => numberProblem(typed)
  const field = (path: string, typed: string, problem = whole) => ({ path, typed, problem })
  const ofPrices = (path: string, { price, memberPrice }: PhaseValues | CategoryValues) => [
    field(`${path}.price`, price, amountProblem),
    field(`${path}.memberPrice`, memberPrice, amountProblem),
  ]
  return [
    field('refundUntilHours', refundUntilHours),
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

/** What only the server can tell. */
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

/** What is wrong with an event while it is typed: what the browser sees, and what the server said last. */
export function problemsWhileTyping(values: EventValues, said: readonly ShownProblem[]): ShownProblem[] {
  const missing = unsendable(values)
  const fields = fieldsOf(values)
  const all = [...missing, ...problemsOfEvent(fields), ...said.filter(({ fault }) => byServer.has(fault))]
  const isMissing = new Set(missing.map(({ path }) => path))
  return [...new Map(all.map((one) => [`${one.path} ${one.fault}`, one])).values()].filter(
    (one) => isUnsendable(one) || !isMissing.has(one.path),
  )
}

const simple: readonly [keyof EventValues, () => string][] = [
  ['titleDa', m.event_edit_title_da],
  ['titleEn', m.event_edit_title_en],
  ['kind', m.event_edit_kind],
  ['descriptionDa', m.event_edit_description_da],
  ['descriptionEn', m.event_edit_description_en],
  ['startsAt', m.event_edit_starts],
  ['endsAt', m.event_edit_ends],
  ['doorsAt', m.event_edit_doors],
  ['timeZone', m.event_edit_zone],
  ['placeDa', m.event_edit_place_da],
  ['placeEn', m.event_edit_place_en],
  ['address', m.event_edit_address],
  ['who', m.event_edit_who],
  ['series', m.event_edit_series],
  ['onePerPerson', m.event_edit_one_each],
  ['publicFrom', m.event_edit_public_from],
  ['saleFrom', m.event_edit_sale_from],
  ['saleUntil', m.event_edit_sale_until],
  ['refundUntilHours', m.event_edit_refund_hours],
  ['prices', m.event_edit_tab_prices],
]

/** The fields in their order, to show two versions beside each other. */
export const editedFields = (values: EventValues): EditedField[] =>
  simple.map(([path, label]) => ({ path, label: label(), value: values[path], shown: shownOf(path, values) }))

export const whoWords: Readonly<Record<string, () => string>> = {
  anyone: m.event_edit_who_anyone,
  members: m.event_members_only,
  guests: m.event_edit_who_guests,
}

function shownOf(path: keyof EventValues, values: EventValues): string {
  if (path === 'who') return whoWords[values.who]?.() ?? ''
  if (path === 'series') return values.series.join(', ')
  if (path === 'onePerPerson') return values.onePerPerson ? m.event_edit_yes() : m.event_edit_no()
  return path === 'prices' ? pricesShown(values.prices) : values[path]
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
