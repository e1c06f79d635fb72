import * as z from 'zod/mini'
import { endpoint, eventApi } from '../endpoint.ts'
import { EventDetail, eventPageFields, EventSummary } from './answers.ts'
import { namesOf } from '../fields.ts'
import { Id, integerInQuery, LocalDate, OptionalId, singleLine } from '../values.ts'

/** An event as everybody sees it: nothing of the reader, nobody who comes, no contact address. */
export const PublicEvent = z.omit(EventDetail, {
  people: true,
  tickets: true,
  paysAsMember: true,
  enabled: true,
  orgEmail: true,
  ...namesOf(eventPageFields),
})
export type PublicEvent = z.infer<typeof PublicEvent>

export const PublicEventSummary = z.omit(EventSummary, { tickets: true, paysAsMember: true, enabled: true })
export type PublicEventSummary = z.infer<typeof PublicEventSummary>

/** Of an event as a calendar entry. */
export const calendarPath = `${eventApi}/public/eve/{eventId}/calendar.ics`

/** Readable by anybody, signed in or not, with the same answer for all. */
export const publicEvents = {
  list: endpoint({
    method: 'GET',
    path: `${eventApi}/public/eve/list`,
    summary: 'Public events that are not over and not for members only, the next one first, of one club or all',
    query: z.object({
      orgId: OptionalId,
      /** As in the list for members. */
      from: z.optional(LocalDate),
      until: z.optional(LocalDate),
      search: z.optional(singleLine(100)),
      /** Of each series of events only the next date that the rest of the query finds. */
      series: z.optional(z.literal('once')),
      /** The other dates of this event's series. */
      otherDatesOf: z.optional(Id),
      /** The last event of the previous page. */
      after: z.optional(Id),
      limit: z.optional(integerInQuery(1, 24)),
    }),
    /** 24 at most; 12 by default. */
    output: z.array(PublicEventSummary).check(z.maxLength(24)),
    sharedCache: true,
    mayBeStale: true,
    errors: ['event_not_found'],
  }),
  item: endpoint({
    method: 'GET',
    path: `${eventApi}/public/eve/{eventId}/item`,
    summary: 'One public event with its prices and places; one for members only says no more than its club',
    params: z.object({ eventId: Id }),
    output: PublicEvent,
    sharedCache: true,
    mayBeStale: true,
    errors: ['event_not_found', 'event_not_public', 'event_members_only', 'event_called_off'],
  }),
}
