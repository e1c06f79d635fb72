import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { DanishTexts } from '../local-text.ts'
import { Id, ListCursor, LocalDate, Moment, Money, text } from '../values.ts'

/** The kinds of entries of a person's timeline. A reader sees the kinds that their scopes reach. */
export const timelineKinds = [
  'membership',
  'event',
  'order',
  'payment',
  'refund',
  'thread',
  'message',
  'note',
  'history',
] as const
export const TimelineKind = z.enum(timelineKinds)
export type TimelineKind = z.infer<typeof TimelineKind>

export const TimelineEntry = z.object({
  kind: TimelineKind,
  id: Id,
  at: Moment,
  /** A season, an event, an order's number, a subject, the beginning of a note, or what the office did as a sentence. */
  title: text(),
  danish: DanishTexts,
  /** Of a message its template, of a note its kind, of a refund its cause. */
  name: text(60),
  /** Its status or state. */
  state: text(40),
  amount: z.nullable(Money),
  /** First and last day of a season or an event. */
  days: z.nullable(z.object({ startDate: LocalDate, endDate: LocalDate })),
  /** Who bought, wrote or did it; of a message its channel. */
  by: text(200),
  /** The event or thread of which there is a page. */
  thingId: z.nullable(Id),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const TimelinePage = z.object({
  entries: z.array(TimelineEntry).check(z.maxLength(50)),
  next: z.nullable(ListCursor),
  /** The kinds that the reader may see. */
  kinds: z.array(TimelineKind).check(z.maxLength(timelineKinds.length)),
})

export const personTimeline = {
  list: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/person/{memberId}/timeline`,
    summary: 'What happened between a person and a club, newest first, 50 at a time, as far as the rights reach',
    params: z.object({ orgId: Id, memberId: Id }),
    query: z.object({
      /** All when left out. */
      kind: z.optional(TimelineKind),
      after: z.optional(ListCursor),
    }),
    output: TimelinePage,
    mayBeStale: true,
    errors: ['organisation_not_found', 'not_found'],
  }),
}
