import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { DanishTexts, LocalText } from '../local-text.ts'
import { EventStatus } from './office.ts'
import { Id, integer, integerInQuery, LocalDate, Moment, Money, text } from '../values.ts'

/** Null for whoever may not see the club's money. */
const Sum = z.nullable(Money)

/** Places sold in paid orders, those of them that were cancelled, and what was paid by card and refunded. */
const Sales = z.object({ sold: integer(0), cancelled: integer(0), paid: Sum, refunded: Sum })
export type Sales = z.infer<typeof Sales>

export const FiguresOfEvent = z.object({
  ...Sales.shape,
  orders: integer(0),
  /** Refunds that are requested and not done. */
  underWay: Sum,
  discount: Sum,
  /** Paid to the club by other means, less its refunds. */
  elsewhere: Sum,
  /** The days of Europe/Copenhagen on which something was sold, cancelled or refunded, in order. */
  days: z.array(z.extend(Sales, { day: LocalDate })).check(z.maxLength(4000)),
  /** By category and the phase whose price was paid; null after the phases. */
  parts: z
    .array(z.extend(Sales, { category: text(), phase: z.nullable(text()), danish: DanishTexts }))
    .check(z.maxLength(200)),
  codes: z.array(z.object({ code: text(), orders: integer(0), tickets: integer(0), off: Sum })).check(z.maxLength(200)),
  /** Orders in test mode, which are in none of the figures. */
  tests: z.object({ orders: integer(0), tickets: integer(0), paid: Sum }),
})
export type FiguresOfEvent = z.infer<typeof FiguresOfEvent>

/** Tickets that are valid, and what was paid for places and not refunded. */
export const EventResult = z.object({ tickets: integer(0), income: Sum })

const MonthOfEvents = z.object({
  month: integer(1, 12),
  ...EventResult.shape,
  /** A year earlier. */
  before: EventResult,
})

const EventInYear = z.object({
  id: Id,
  title: LocalText,
  status: EventStatus,
  startDate: Moment,
  endDate: Moment,
  timeZone: text(),
  /** Null for any number. */
  places: z.nullable(integer(0)),
  ...EventResult.shape,
})

export const FiguresOfClub = z.object({
  year: integer(1900, 2999),
  /** The years in which the club has events. */
  firstYear: integer(1900, 2999),
  lastYear: integer(1900, 2999),
  ...EventResult.shape,
  before: EventResult,
  months: z.array(MonthOfEvents).check(z.maxLength(12)),
  /** Those of the year, by their start; at most 1,000 of `count`. */
  events: z.array(EventInYear).check(z.maxLength(1000)),
  count: integer(0),
})
export type FiguresOfClub = z.infer<typeof FiguresOfClub>

const path = `${orgApi}/org/{orgId}/office/event`

export const eventFigures = {
  ofEvent: endpoint({
    method: 'GET',
    path: `${path}/item/{eventId}/figures`,
    summary: 'What an event has sold, by day, category, phase and code. Sums only for those who may see money',
    params: z.object({ orgId: Id, eventId: Id }),
    output: FiguresOfEvent,
    mayBeStale: true,
    errors: ['organisation_not_found', 'event_not_found'],
  }),
  ofClub: endpoint({
    method: 'GET',
    path: `${path}/figures`,
    summary: "A year of a club's events beside the year before, by month and event",
    params: z.object({ orgId: Id }),
    /** This year when left out. */
    query: z.object({ year: z.optional(integerInQuery(1901, 2999)) }),
    output: FiguresOfClub,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
}
