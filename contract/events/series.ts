import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { LocalTime } from '../fields.ts'
import { LocalText } from '../local-text.ts'
import { Id, integer, LocalDate, SeenVersion, text } from '../values.ts'
import { EditedEvent, EventBadge, EventProblem, EventStatus } from './office.ts'
import { MOST_DATES, RepeatRule } from './repeat.ts'

/** One date of a series. */
export const SeriesDate = z.object({
  eventId: Id,
  title: LocalText,
  startsAt: LocalTime,
  endsAt: LocalTime,
  status: EventStatus,
  badge: EventBadge,
  sold: integer(0),
  held: integer(0),
  /** Null for any number. */
  places: z.nullable(integer(0)),
  isOver: z.boolean(),
  /** The rule has its day. */
  fits: z.boolean(),
  /** Its fields that no longer follow the series. */
  ownFields: z.array(text(40)).check(z.maxLength(40)),
})
export type SeriesDate = z.infer<typeof SeriesDate>

/** A series and its dates, the first first. More dates than a rule has may come of rules before. */
export const EventSeries = z.object({
  id: Id,
  version: integer(1),
  rule: RepeatRule,
  startsOn: LocalDate,
  dates: z.array(SeriesDate).check(z.maxLength(10 * MOST_DATES)),
})
export type EventSeries = z.infer<typeof EventSeries>

export const PublishedSeries = z.object({
  series: EventSeries,
  published: integer(0),
  /** The drafts that stay, each with what is wrong. */
  drafts: z
    .array(z.object({ eventId: Id, problems: z.array(EventProblem).check(z.maxLength(500)) }))
    .check(z.maxLength(10 * MOST_DATES)),
})

const ofEvent = z.object({ orgId: Id, eventId: Id })
const one = z.object({ orgId: Id, seriesId: Id })
const path = `${orgApi}/org/{orgId}/office/event`

export const eventSeries = {
  create: endpoint({
    method: 'POST',
    path: `${path}/item/{eventId}/series`,
    summary: 'Repeats an event: a draft for each other day of a rule, at the same local times',
    params: ofEvent,
    body: z.object({ rule: RepeatRule }),
    output: EventSeries,
    errors: [
      'organisation_not_found',
      'event_not_found',
      'event_cancelled',
      'event_invalid',
      'event_in_series',
      'too_many_events',
    ],
  }),
  item: endpoint({
    method: 'GET',
    path: `${path}/series/{seriesId}`,
    summary: 'A series of events with all its dates',
    params: one,
    output: EventSeries,
    errors: ['organisation_not_found', 'not_found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/series/{seriesId}`,
    summary:
      'Changes the rule of a series: its new days from today on are added as drafts, others stay until they are cancelled',
    params: one,
    body: z.object({ rule: RepeatRule, ...SeenVersion.shape }),
    output: EventSeries,
    errors: ['organisation_not_found', 'not_found', 'event_invalid', 'too_many_events', 'changed_meanwhile'],
  }),
  publish: endpoint({
    method: 'POST',
    path: `${path}/series/{seriesId}/publish`,
    summary: 'Publishes the drafts of a series that have no problems, and names the others',
    params: one,
    output: PublishedSeries,
    errors: ['organisation_not_found', 'not_found'],
  }),
  follow: endpoint({
    method: 'POST',
    path: `${path}/item/{eventId}/follow`,
    summary: 'Takes a field of an event from the nearest date of its series that follows it, and follows it again',
    params: ofEvent,
    body: z.object({ field: text(40), ...SeenVersion.shape }),
    output: EditedEvent,
    errors: [
      'organisation_not_found',
      'event_not_found',
      'not_found',
      'event_invalid',
      'event_cancelled',
      'changed_meanwhile',
    ],
  }),
}
