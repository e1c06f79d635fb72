import * as z from 'zod/mini'
import { eventPageFields } from './answers.ts'
import { ClientToken } from '../conversations/parts.ts'
import { LetterText, LocalName, LocalPages, LocalSentence, LocalText, LocalTitle } from '../local-text.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { RepeatRule } from './repeat.ts'
import {
  choice,
  line,
  listOrAll,
  localText,
  LocalTime,
  localTime,
  money,
  number,
  optional,
  parts,
  schemaOf,
  toggle,
} from '../fields.ts'
import { MOST_QUESTIONS, Question, questionProblems, questionProblemNames } from './questions.ts'
import { Id, integer, isNoAge, ListCursor, LocalDate, Moment, Money, SeenVersion, singleLine, text } from '../values.ts'

/** The most that a place may cost: 100,000 kr. in øre. */
export const MOST_EVENT_PRICE = 10_000_000
const MOST_PLACES = 100_000
const MOST_REFUND_HOURS = 24 * 365

const priceFields = {
  name: localText(LocalName, 60, { required: true }),
  /** Øre. */
  price: money(),
  memberPrice: optional(money()),
}

/**
 * An earlier price of a category, such as early bird. The first phase that still counts is charged, afterwards the category's own price.
 * Without a member price of its own, members pay the category's where that is lower.
 */
export const phaseFields = {
  ...priceFields,
  /** It ends at this time; null: only when its places are taken. */
  until: optional(localTime()),
  /** It ends when so many places of the category are taken, those of earlier phases included; null: only by time. */
  places: optional(number()),
}
export const EventPhase = z.object({ id: Id, ...schemaOf(phaseFields).shape })

export const categoryFields = {
  ...priceFields,
  capacity: optional(number()),
  /** Whole years on the event's first day, both included. */
  minAge: optional(number()),
  maxAge: optional(number()),
  /** The pool whose places it shares. */
  poolId: optional(choice(Id)),
  membersOnly: toggle(),
  /** Sold no longer; who has a place keeps it. */
  closed: toggle(),
}
export const EventCategoryFields = z.object({
  id: Id,
  ...schemaOf(categoryFields).shape,
  phases: z.array(EventPhase).check(z.maxLength(6)),
})
export type EventCategoryFields = z.infer<typeof EventCategoryFields>

export const poolFields = { name: line(60), capacity: number() }
export const EventPool = z.object({ id: Id, ...schemaOf(poolFields).shape })

/**
 * The fields of an event that its office edits, by the panels of the editor. Ids of categories, pools and phases are chosen by whoever adds one. Local
 * times are those at its place: they stay the same when the time zone is changed.
 */
export const eventFields = {
  title: localText(LocalTitle, 120, { required: true, panel: 'what' }),
  description: localText(LocalPages, 20_000, { lines: 'markdown', panel: 'what' }),
  kind: line(60, { panel: 'what' }),
  ...eventPageFields,
  startsAt: localTime({ required: true, panel: 'when' }),
  endsAt: localTime({ required: true, panel: 'when' }),
  doorsAt: optional(localTime({ panel: 'when' })),
  /** IANA name. */
  timeZone: line(60, { panel: 'when' }),
  place: localText(LocalTitle, 120, { panel: 'place' }),
  /** The search text for a map. */
  address: line(200, { panel: 'place' }),
  /** Typed as one choice with `guestsInvited`. */
  forMembers: parts(z.boolean(), { panel: 'who' }),
  guestsInvited: parts(z.boolean(), { panel: 'who' }),
  /** The series of memberships that make somebody a member for this event, also for its member prices; null: every membership. */
  memberSeries: listOrAll(z.array(singleLine(120)).check(z.minLength(1), z.maxLength(50)), { panel: 'who' }),
  onePerPerson: toggle({ panel: 'who' }),
  publicFrom: localTime({ required: true, panel: 'sale' }),
  /** Null: from when it is public. */
  saleFrom: optional(localTime({ panel: 'sale' })),
  /** Null: until it ends. */
  saleUntil: optional(localTime({ panel: 'sale' })),
  /** Hours before the start until which buyers can cancel a paid place; null: not at all. */
  refundUntilHours: optional(number({ panel: 'refund' })),
  /** Typed with the prices. */
  capacity: parts(z.nullable(integer()), { panel: 'prices' }),
  pools: parts(z.array(EventPool).check(z.maxLength(10)), { panel: 'prices' }),
  categories: parts(z.array(EventCategoryFields).check(z.maxLength(20)), { panel: 'prices' }),
  questions: parts(z.array(Question).check(z.maxLength(MOST_QUESTIONS)), { panel: 'questions' }),
}
export const EventFields = schemaOf(eventFields)
export type EventFields = z.infer<typeof EventFields>

/** Validation errors of an event's fields alone, which its editor finds as they are typed. */
export const fieldFaults = [
  'title_missing',
  'name_missing',
  'ends_before_start',
  'longer_than_a_year',
  'doors_after_start',
  'public_after_end',
  'sale_ends_before_start',
  'sale_starts_after_event',
  'sale_ends_after_event',
  'refund_hours_out_of_range',
  'capacity_out_of_range',
  'category_missing',
  'pool_unknown',
  'pool_unused',
  'price_negative',
  'price_too_high',
  'member_price_higher',
  'age_out_of_range',
  'ages_reversed',
  'phase_without_end',
  'phases_out_of_order',
  'phase_after_sale',
  'phase_dearer',
  'phase_beyond_capacity',
  ...questionProblemNames,
] as const
type FieldFault = (typeof fieldFaults)[number]

/** Validation errors of an event. Most of the others depend on sales, and on the club. */
export const eventFaults = [
  ...fieldFaults,
  'time_zone_unknown',
  'time_missing_that_day',
  'phase_over',
  'capacity_below_sold',
  'category_has_guests',
  'alt_text_missing',
  'payment_not_configured',
  'event_over',
  'series_unknown',
  'moved_to_past',
  'guests_have_come',
  'keep_until_past',
  'keep_until_late',
  'member_price_for_nobody',
  'question_answered',
  'question_depends_on_answered',
  'question_option_chosen',
  'repeat_without_weekday',
  'repeat_without_end',
  'repeat_ends_before_start',
  'repeat_too_long',
  'repeat_too_many',
  'repeat_only_once',
] as const
export const EventFault = z.enum(eventFaults)
export type EventFault = z.infer<typeof EventFault>

/** Something wrong with one field, such as `categories.0.phases.1.until`. `data` has what its sentence names. */
export const EventProblem = z.object({
  path: text(200),
  fault: EventFault,
  data: z.optional(z.record(text(40), z.union([text(), integer(), z.boolean()]))),
})
export type EventProblem = z.infer<typeof EventProblem>

/**
 * Validates an event by its fields alone. A draft may be saved with problems but not published; a published event is not saved with them.
 * The editor shows each problem beside its field.
 */
export function problemsOfEvent(event: EventFields): EventProblem[] {
  const problems: EventProblem[] = []
  const add = (path: string, fault: FieldFault, data?: EventProblem['data']) =>
    problems.push({ path, fault, ...(data && { data }) })
  if (event.title.da === '') add('title', 'title_missing')
  if (event.endsAt <= event.startsAt) add('endsAt', 'ends_before_start')
  else if (event.endsAt > yearAfter(event.startsAt)) add('endsAt', 'longer_than_a_year')
  if (event.doorsAt !== null && event.doorsAt > event.startsAt) add('doorsAt', 'doors_after_start')
  if (event.publicFrom > event.endsAt) add('publicFrom', 'public_after_end')
  const saleEnds = event.saleUntil ?? event.endsAt
  if (event.saleFrom !== null && event.saleFrom > event.endsAt) add('saleFrom', 'sale_starts_after_event')
  if (event.saleUntil !== null && event.saleUntil > event.endsAt) add('saleUntil', 'sale_ends_after_event')
  if (event.saleUntil !== null && event.saleUntil <= (event.saleFrom ?? event.publicFrom))
    add('saleUntil', 'sale_ends_before_start')
  const hours = event.refundUntilHours
  if (hours !== null && (hours < 0 || hours > MOST_REFUND_HOURS)) add('refundUntilHours', 'refund_hours_out_of_range')
  if (isNoCapacity(event.capacity)) add('capacity', 'capacity_out_of_range')
  event.pools.forEach((pool, at) => {
    if (pool.name === '') add(`pools.${at}.name`, 'name_missing')
    if (isNoCapacity(pool.capacity)) add(`pools.${at}.capacity`, 'capacity_out_of_range')
    if (!event.categories.some(({ poolId }) => poolId === pool.id)) add(`pools.${at}.name`, 'pool_unused')
  })
  if (event.categories.every(({ closed }) => closed)) add('categories', 'category_missing')
  event.categories.forEach((category, at) => problems.push(...problemsOfCategory(event, category, at, saleEnds)))
  for (const { index, field, problem } of questionProblems(event.questions)) add(`questions.${index}.${field}`, problem)
  return problems
}

function problemsOfCategory(
  { pools }: EventFields,
  category: EventCategoryFields,
  at: number,
  saleEnds: string,
): EventProblem[] {
  const problems: EventProblem[] = []
  const add = (field: string, fault: FieldFault) => problems.push({ path: `categories.${at}.${field}`, fault })
  const { minAge, maxAge, capacity, phases } = category
  if (category.name.da === '') add('name', 'name_missing')
  if (isNoCapacity(capacity)) add('capacity', 'capacity_out_of_range')
  if (category.poolId !== null && !pools.some(({ id }) => id === category.poolId)) add('poolId', 'pool_unknown')
  if (minAge !== null && isNoAge(minAge)) add('minAge', 'age_out_of_range')
  if (maxAge !== null && isNoAge(maxAge)) add('maxAge', 'age_out_of_range')
  else if (minAge !== null && maxAge !== null && minAge > maxAge) add('maxAge', 'ages_reversed')
  for (const [path, prices] of [['', category] as const, ...phases.map((one, n) => [`phases.${n}.`, one] as const)]) {
    const { price, memberPrice } = prices
    const fault = priceFault(price)
    if (fault) add(`${path}price`, fault)
    if (memberPrice === null) continue
    const memberFault = priceFault(memberPrice) ?? (memberPrice > price ? 'member_price_higher' : null)
    if (memberFault) add(`${path}memberPrice`, memberFault)
  }
  phases.forEach((phase, n) => {
    const before = phases[n - 1]
    if (phase.name.da === '') add(`phases.${n}.name`, 'name_missing')
    if (phase.price > category.price) add(`phases.${n}.price`, 'phase_dearer')
    else if ((phase.memberPrice ?? 0) > (category.memberPrice ?? Infinity))
      add(`phases.${n}.memberPrice`, 'phase_dearer')
    if (phase.until === null && phase.places === null) add(`phases.${n}.until`, 'phase_without_end')
    if (phase.places !== null && isNoCapacity(phase.places)) add(`phases.${n}.places`, 'capacity_out_of_range')
    else if (phase.places !== null && phase.places >= (capacity ?? Infinity))
      add(`phases.${n}.places`, 'phase_beyond_capacity')
    if (phase.until !== null && phase.until >= saleEnds) add(`phases.${n}.until`, 'phase_after_sale')
    if (before?.until && phase.until && phase.until <= before.until) add(`phases.${n}.until`, 'phases_out_of_order')
    if (before?.places && phase.places && phase.places <= before.places)
      add(`phases.${n}.places`, 'phases_out_of_order')
  })
  return problems
}

const isNoCapacity = (places: number | null) => places !== null && (places < 1 || places > MOST_PLACES)
const priceFault = (price: number): FieldFault | null =>
  price < 0 ? 'price_negative' : price > MOST_EVENT_PRICE ? 'price_too_high' : null
const yearAfter = (time: string) => `${Number(time.slice(0, 4)) + 1}${time.slice(4)}`

/** Sold places of a category: by early price, and in all. */
export interface SoldOfCategory {
  readonly id: string
  readonly sold: number
  readonly early?: readonly { readonly phaseId: string; readonly sold: number }[] | undefined
}

/**
 * The most that an event can bring in: what is sold at its price, and every other place full, early prices by number first. Null without
 * a limit. Øre.
 * @param now local time: early prices that have ended count no more
 */
export function soldOutIncome(
  { capacity, pools, categories }: EventFields,
  soldByCategory: readonly SoldOfCategory[] = [],
  now = '',
): number | null {
  const soldOf = new Map(soldByCategory.map((one) => [one.id, one]))
  const left = { event: capacity ?? Infinity, pools: new Map(pools.map((pool) => [pool.id, pool.capacity])) }
  const take = (poolId: string | null, places: number) => {
    left.event = Math.max(0, left.event - places)
    if (poolId !== null) left.pools.set(poolId, Math.max(0, (left.pools.get(poolId) ?? 0) - places))
  }
  let sum = 0
  for (const category of categories) {
    const sold = soldOf.get(category.id)
    if (!sold) continue
    sum += incomeOfSold(category, sold)
    take(category.poolId, sold.sold)
  }
  // The dearest places first, under the limits of category, pool and event.
  for (const category of categories.filter(({ closed }) => !closed).toSorted((a, b) => b.price - a.price)) {
    const sold = soldOf.get(category.id)?.sold ?? 0
    const inPool = category.poolId === null ? Infinity : (left.pools.get(category.poolId) ?? 0)
    const places = Math.min(Math.max(0, (category.capacity ?? Infinity) - sold), inPool, left.event)
    if (places === Infinity) return null
    sum += incomeOfMore(category, sold, places, now)
    take(category.poolId, places)
  }
  return sum
}

function incomeOfSold({ price, phases }: EventCategoryFields, { sold, early = [] }: SoldOfCategory): number {
  const priceOf = new Map(phases.map((phase) => [phase.id, phase.price]))
  return early.reduce((sum, one) => sum + one.sold * ((priceOf.get(one.phaseId) ?? price) - price), sold * price)
}

function incomeOfMore({ price, phases }: EventCategoryFields, sold: number, places: number, now: string): number {
  let [sum, taken] = [0, sold]
  for (const phase of phases.filter(({ until }) => until === null || until > now)) {
    const until = Math.min(phase.places ?? 0, sold + places)
    sum += Math.max(0, until - taken) * phase.price
    taken = Math.max(taken, until)
  }
  return sum + (sold + places - taken) * price
}

export const EventStatus = z.enum(['draft', 'published', 'cancelled'])
export type EventStatus = z.infer<typeof EventStatus>

/** Which dates of a series a change is for: this one, this and the later ones, or all that are not over. */
export const SeriesScope = z.enum(['one', 'later', 'all'])
export type SeriesScope = z.infer<typeof SeriesScope>

/** The state of a published event as people see it, by its times and places. */
export const EventBadge = z.enum([
  'draft',
  'hidden',
  'announced',
  'on_sale',
  'last_places',
  'sold_out',
  'sale_ended',
  'running',
  'over',
  'cancelled',
])
export type EventBadge = z.infer<typeof EventBadge>

/** Places that are paid, and places that unpaid orders hold. */
const Sold = z.object({ sold: integer(0), held: integer(0) })

export const ListedEvent = z.object({
  id: Id,
  title: LocalText,
  kind: text(),
  status: EventStatus,
  badge: EventBadge,
  startDate: Moment,
  endDate: Moment,
  timeZone: text(),
  place: text(),
  picture: z.nullable(z.object({ version: text(), width: integer(), height: integer(), alt: text() })),
  ...Sold.shape,
  /** Null for any number. */
  places: z.nullable(integer(0)),
  /** Wishes on its waiting list, those with an offer included. */
  waiting: integer(0),
  /** Tickets that leave required questions open; 0 once it is over. */
  answersMissing: integer(0),
  /** Its series, of which a list shows one date that is found in a tab: the next one, or of past dates the last; and how many more the tab has. */
  series: z.nullable(z.object({ id: Id, more: integer(0), rule: RepeatRule, startsOn: LocalDate })),
  /** Paid for places by card, without refunds and orders in test mode; null for whoever may not see money. */
  income: z.nullable(Money),
})
export type ListedEvent = z.infer<typeof ListedEvent>

/** An event in its editor. */
export const EditedEvent = z.object({
  id: Id,
  version: integer(1),
  status: EventStatus,
  badge: EventBadge,
  fields: z.object({ ...EventFields.shape, startsAt: text(16), endsAt: text(16) }),
  /** Problems that prevent publishing, the fields' own included. */
  problems: z.array(EventProblem).check(z.maxLength(500)),
  ...Sold.shape,
  soldByCategory: z
    .array(
      z.object({
        id: Id,
        ...Sold.shape,
        /** Of them, at another price than the one that is written now. */
        atOtherPrice: integer(0),
        /** Of the sold ones, by the early price that was charged. */
        early: z.optional(z.array(z.object({ phaseId: Id, sold: integer(0) })).check(z.maxLength(100))),
        /** Somebody has, holds or once had a place: it can be stopped, not deleted, and keeps its pool. */
        hasEntries: z.boolean(),
      }),
    )
    .check(z.maxLength(20)),
  soldByPool: z.array(z.object({ id: Id, ...Sold.shape })).check(z.maxLength(10)),
  picture: z.nullable(
    z.object({
      version: text(),
      width: integer(),
      height: integer(),
      alt: LocalText,
      /** Per cent from the left and from the top, kept by every crop. */
      focalX: integer(0, 100),
      focalY: integer(0, 100),
    }),
  ),
  /** Of its prices. */
  currency: text(3),
  /** Purchases are tests now, and no card is charged. */
  testMode: z.boolean(),
  /** The series of the club's memberships, to choose from. */
  clubSeries: z.array(z.object({ key: text(), name: LocalText })).check(z.maxLength(1000)),
  publishedAt: z.nullable(Moment),
  copiedFrom: z.nullable(Id),
  /** The dates that it is one of, and its fields that no longer follow them. */
  series: z.nullable(
    z.object({
      id: Id,
      rule: RepeatRule,
      dates: integer(1),
      /** That are not over, this one included. */
      coming: integer(0),
      ownFields: z.array(text(40)).check(z.maxLength(40)),
    }),
  ),
  /** The message to the guests about a cancellation. */
  cancelTexts: z.nullable(LocalText),
  /** When and where guests were last notified that it is, where it was moved a little since. */
  knownAs: z.nullable(
    z.pick(EventFields, { startsAt: true, endsAt: true, timeZone: true, place: true, address: true }),
  ),
})
export type EditedEvent = z.infer<typeof EditedEvent>

export const eventTemplates = ['party', 'course', 'camp', 'match', 'assembly'] as const
export const EventTemplate = z.enum(eventTemplates)
export type EventTemplate = z.infer<typeof EventTemplate>

/** Which events a list shows. */
export const EventTab = z.enum(['coming', 'drafts', 'over', 'cancelled'])
export type EventTab = z.infer<typeof EventTab>

/** A picture's words for those who cannot see it, and what every crop keeps. */
export const PictureFields = z.object({
  alt: LocalSentence,
  focalX: integer(0, 100),
  focalY: integer(0, 100),
})
export type PictureFields = z.infer<typeof PictureFields>

const params = z.object({ orgId: Id })
const one = z.object({ orgId: Id, eventId: Id })
/** The version that the office has seen. */
const path = `${orgApi}/org/{orgId}/office/event`

export const ListedEventPage = z.object({
  events: z.array(ListedEvent).check(z.maxLength(500)),
  next: z.nullable(ListCursor),
  counts: z.object({ coming: integer(0), drafts: integer(0), over: integer(0), cancelled: integer(0) }),
})

export const officeEvents = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary: "A club's events for its office: 50 at a time, coming ones by their start, others newest first",
    params,
    query: z.object({
      tab: EventTab,
      search: z.optional(singleLine(100)),
      /** Only those that take place between these days, at least in part; for a calendar, of all tabs but the cancelled. */
      from: z.optional(LocalDate),
      until: z.optional(LocalDate),
      after: z.optional(ListCursor),
    }),
    output: ListedEventPage,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  item: endpoint({
    method: 'GET',
    path: `${path}/item/{eventId}`,
    summary: 'An event with all that its editor shows',
    params: one,
    output: EditedEvent,
    errors: ['organisation_not_found', 'event_not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/item`,
    summary: 'A new draft: blank, or by a template. A repeated token makes no other',
    params,
    body: z.object({ template: z.nullable(EventTemplate), startsAt: LocalTime, token: z.optional(ClientToken) }),
    output: EditedEvent,
    errors: ['organisation_not_found', 'too_many_events'],
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/item/{eventId}`,
    summary: 'Saves an event. A draft may have problems, a published event may not; prices count from now on',
    params: one,
    body: z.object({
      ...EventFields.shape,
      ...SeenVersion.shape,
      /** Guests are notified of a move unless it is false, and of a smaller change only if it is true. */
      tellGuests: z.optional(z.boolean()),
      /** The club's words to them. */
      moveText: z.optional(LetterText),
      /** Until the end of which day they can have their money back, a day before the start at the latest; they are not asked without. */
      keepUntil: z.optional(LocalDate),
      /** Of an event in a series; this date alone when left out. */
      scope: z.optional(SeriesScope),
    }),
    output: EditedEvent,
    errors: ['organisation_not_found', 'event_not_found', 'event_invalid', 'event_cancelled', 'changed_meanwhile'],
  }),
  publish: endpoint({
    method: 'POST',
    path: `${path}/item/{eventId}/publish`,
    summary: 'Publishes a draft without problems',
    params: one,
    body: SeenVersion,
    output: EditedEvent,
    errors: ['organisation_not_found', 'event_not_found', 'event_invalid', 'event_cancelled', 'changed_meanwhile'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/item/{eventId}/withdraw`,
    summary: 'Makes a published event a draft again, while nobody has or holds a place',
    params: one,
    body: SeenVersion,
    output: EditedEvent,
    errors: ['organisation_not_found', 'event_not_found', 'event_has_guests', 'event_cancelled', 'changed_meanwhile'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${path}/item/{eventId}/duplicate`,
    summary:
      'Copies an event to another start as a draft; all its times move by the same local days. A repeated token makes no other',
    params: one,
    body: z.object({ startsOn: LocalDate.check(z.regex(/^20/)), token: z.optional(ClientToken) }),
    output: EditedEvent,
    errors: ['organisation_not_found', 'event_not_found', 'too_many_events'],
  }),
  putPicture: endpoint({
    method: 'PUT',
    path: `${path}/item/{eventId}/picture`,
    summary: "Sets an event's picture: a JPEG, PNG, WebP, AVIF or GIF of at most 5 MB and 25 megapixels by its content",
    params: one,
    upload: { maxBytes: 5_000_000 },
    output: EditedEvent,
    errors: [
      'organisation_not_found',
      'event_not_found',
      'event_cancelled',
      'payload_too_large',
      'image_unreadable',
      'image_too_large',
      'image_too_small',
      'files_unavailable',
      'storage_full',
    ],
  }),
  picture: endpoint({
    method: 'GET',
    path: `${path}/item/{eventId}/picture`,
    summary: "An event's picture, also of a draft",
    params: one,
    query: z.object({ v: text(64) }),
    output: 'file',
    files: ['image/avif', 'image/jpeg', 'image/png', 'image/webp'],
    errors: ['organisation_not_found', 'not_found'],
  }),
  describePicture: endpoint({
    method: 'POST',
    path: `${path}/item/{eventId}/picture/words`,
    summary: "Saves a picture's words and what every crop keeps",
    params: one,
    body: PictureFields,
    output: EditedEvent,
    errors: ['organisation_not_found', 'event_not_found', 'event_invalid', 'event_cancelled', 'not_found'],
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: `${path}/item/{eventId}/picture`,
    summary: "Removes an event's picture",
    params: one,
    output: EditedEvent,
    errors: ['organisation_not_found', 'event_not_found', 'event_cancelled'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: `${path}/item/{eventId}`,
    summary: 'Deletes a draft that was never published',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'event_not_found', 'event_published', 'event_cancelled', 'event_has_coupons'],
  }),
}
