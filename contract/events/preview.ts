import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { EventDetail } from './answers.ts'
import { LocalTime } from '../fields.ts'
import { Id, integerInQuery, Moment, text } from '../values.ts'

export const previewViewers = ['visitor', 'guest', 'member', 'parent'] as const
/** Somebody made up: not signed in; signed in and no member; a member; a member with a child who is one, too. */
export const PreviewViewer = z.enum(previewViewers)
export type PreviewViewer = z.infer<typeof PreviewViewer>

/** An event's page as somebody else sees it, at another time. */
export const EventPreview = z.object({
  at: Moment,
  /** Null: the page says why it is not shown. */
  event: z.nullable(EventDetail),
  refusal: z.nullable(
    z.object({
      code: z.enum(['event_not_public', 'event_members_only']),
      data: z.record(text(40), text()),
    }),
  ),
})
export type EventPreview = z.infer<typeof EventPreview>

const params = z.object({ orgId: Id, eventId: Id })
/** Wall-clock time at the event's place; now when left out. */
const at = z.optional(LocalTime)
const path = `${orgApi}/org/{orgId}/office/event/item/{eventId}/preview`

export const eventPreview = {
  asAnybody: endpoint({
    method: 'GET',
    path,
    summary: "An event's page as a made-up person would see it at a time, also of a draft",
    params,
    query: z.object({
      as: PreviewViewer,
      /** Of the member, or of the child, on the event's first day. */
      age: z.optional(integerInQuery(0, 120)),
      at,
    }),
    output: EventPreview,
    errors: ['organisation_not_found', 'event_not_found'],
  }),
  asPerson: endpoint({
    method: 'GET',
    path: `${path}/{memberId}`,
    summary:
      "An event's page as a member of the club, or somebody of a member's family, would see it at a time, without their family",
    params: z.object({ ...params.shape, memberId: Id }),
    query: z.object({ at }),
    output: EventPreview,
    errors: ['organisation_not_found', 'event_not_found', 'not_found'],
  }),
}
