import * as z from 'zod/mini'
import { picturePath } from './picture.ts'
import { calendarPath } from './public.ts'
import { endpoint, eventApi } from '../endpoint.ts'
import { EntryPaymentStatus, EventDetail, EventEntry, EventSummary } from './answers.ts'
import { Email } from '../email.ts'
import {
  Id,
  integerInQuery,
  Kroner,
  Language,
  LocalDate,
  Money,
  OptionalId,
  singleLine,
  text,
  TrueOrFalse,
} from '../values.ts'

export * from './answers.ts'

const ofEvent = z.object({ eventId: Id })

export const EventPricing = z.object({
  eventId: Id,
  category: text(),
  name: text(),
  price: Kroner,
  memberPrice: z.nullable(Kroner),
  currencySymbol: text(),
  /** The price charged, in minor units. */
  parts: z.object({ price: Money, memberPrice: z.nullable(Money) }),
})

export const events = {
  list: endpoint({
    method: 'GET',
    path: `${eventApi}/eve/list`,
    specified: true,
    summary: 'Open events that are not over, the next one first, of one club or all',
    query: z.object({
      orgId: OptionalId,
      /** `true`: only clubs where the caller's family has or had a membership. `false`: only other clubs. */
      mine: z.optional(TrueOrFalse),
      kind: z.optional(singleLine(60)),
      /** Events that take place between these dates, at least in part, in their own time zones. */
      from: z.optional(LocalDate),
      until: z.optional(LocalDate),
      search: z.optional(singleLine(100)),
      /** `true`: only events with a category that somebody of the caller's family may buy. */
      fits: z.optional(TrueOrFalse),
      /** Of each series of events only the next date that the rest of the query finds. */
      series: z.optional(z.literal('once')),
      /** The other dates of this event's series. */
      otherDatesOf: z.optional(Id),
      /** The last event of the previous page. */
      after: z.optional(Id),
      limit: z.optional(integerInQuery(0, 999)),
    }),
    /** 100 at most, and by default; all of one club without a limit. */
    output: z.array(EventSummary).check(z.maxLength(5000)),
    mayBeStale: true,
    errors: ['event_not_found'],
  }),
  kinds: endpoint({
    method: 'GET',
    path: `${eventApi}/eve/kinds`,
    summary: 'The kinds of open events, by name',
    query: z.object({ orgId: OptionalId }),
    output: z.array(text()).check(z.maxLength(200)),
    mayBeStale: true,
    errors: [],
  }),
  item: endpoint({
    method: 'GET',
    path: `${eventApi}/eve/{eventId}/item`,
    summary:
      'One event with its prices, and whether each of the caller’s family can register; of a cancelled one the error says what its club tells',
    params: ofEvent,
    output: EventDetail,
    errors: ['event_not_found', 'event_not_public', 'event_called_off'],
  }),
  picture: endpoint({
    method: 'GET',
    path: picturePath,
    summary: "An event's picture; with `size=small` 720 pixels wide",
    params: ofEvent,
    query: z.object({ v: text(64), size: z.optional(z.literal('small')) }),
    output: 'file',
    files: ['image/avif', 'image/jpeg', 'image/png', 'image/webp'],
    errors: ['not_found'],
  }),
  calendar: endpoint({
    method: 'GET',
    path: calendarPath,
    summary: 'One event as a calendar entry; for anyone signed in where it is for members only',
    params: ofEvent,
    query: z.object({ language: z.optional(Language) }),
    output: 'file',
    files: ['text/calendar'],
    errors: ['event_not_found'],
  }),
  pricing: endpoint({
    method: 'GET',
    path: `${eventApi}/pricing-config/{category}/by-event/{eventId}`,
    specified: true,
    summary: 'The prices of a category of an event',
    params: z.object({ category: singleLine(60), eventId: Id }),
    output: EventPricing,
    errors: ['event_not_found', 'event_not_public', 'category_not_found'],
  }),
  entries: endpoint({
    method: 'GET',
    path: `${eventApi}/eve-entry/list`,
    specified: true,
    summary: "Registrations of the caller's family; empty for an address that is not theirs",
    query: z.object({
      email: z.optional(Email),
      paymentStatus: z.optional(EntryPaymentStatus),
      eveId: OptionalId,
      orgId: OptionalId,
    }),
    output: z.array(EventEntry).check(z.maxLength(500)),
    errors: [],
  }),
}
