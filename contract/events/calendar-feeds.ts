import * as z from 'zod/mini'
import { ClientToken } from '../conversations/parts.ts'
import { endpoint, eventApi } from '../endpoint.ts'
import { Id, Language, Moment, text } from '../values.ts'

/** A feed shows one person's tickets, the family's, or a club's events. */
export const CalendarFeedKind = z.enum(['person', 'family', 'club'])

export const CalendarFeed = z.object({
  id: Id,
  kind: CalendarFeedKind,
  /** First name of the person, or name of the club; empty for the family. */
  name: text(),
  createdAt: Moment,
  /** When a calendar program last read it, to within a few minutes. */
  lastReadAt: z.nullable(Moment),
  /** It ended by itself: the family link, or the membership behind a club's events. */
  ended: z.boolean(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

const path = `${eventApi}/calendar-feed`

export const CalendarFeeds = z.object({
  /** The newest first. */
  feeds: z.array(CalendarFeed).check(z.maxLength(100)),
  /** The caller first, then the people they may act for, by first name. */
  people: z.array(z.object({ id: Id, name: text() })).check(z.maxLength(500)),
  /** Clubs where somebody of the family has or had a membership, by name. */
  clubs: z.array(z.object({ id: Id, key: z.optional(text()), name: text() })).check(z.maxLength(500)),
})

export const NewCalendarFeed = z.object({ feed: CalendarFeed, url: text() })

/** Calendar subscriptions. */
export const calendarFeeds = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary:
      'The caller’s calendar subscriptions that are not revoked, without their addresses, and what they can subscribe to',
    output: CalendarFeeds,
    errors: [],
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/item`,
    summary:
      'Makes a calendar subscription: of a person the caller may act for, of the family, or of one of their clubs. A repeated token makes no other',
    body: z.object({
      kind: CalendarFeedKind,
      /** Whose, for `person`. */
      personId: z.optional(Id),
      /** Which club’s, for `club`. */
      orgId: z.optional(Id),
      language: z.optional(Language),
      token: z.optional(ClientToken),
    }),
    /** The address is answered to this call alone; only its hash is kept. */
    output: NewCalendarFeed,
    errors: ['not_found', 'too_many_calendar_feeds', 'impersonator_refused'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/{feedId}/item`,
    summary: 'Ends a calendar subscription at once; its address answers 410 from then on',
    params: z.object({ feedId: Id }),
    output: null,
    errors: ['not_found'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/feed/{token}.ics',
    summary: 'A calendar subscription, for calendar programs: whoever has the address may read it',
    params: z.object({ token: text() }),
    /** Calendar programs may add what they like. */
    query: z.looseObject({}),
    output: 'file',
    files: ['text/calendar'],
    errors: ['not_found', 'calendar_feed_ended'],
  }),
}
