import * as z from 'zod/mini'
import { endpoint, memberApi } from '../endpoint.ts'
import { Id, integer, Moment, text } from '../values.ts'
import { MergeRefusal } from './duplicates.ts'

export const PersonToMerge = z.object({
  name: text(200),
  /** The address of their sign-in, of which others see a part; empty for a child, or where it is unknown. */
  email: text(254),
  /** The reader answers for them. */
  yours: z.boolean(),
  agreed: z.boolean(),
})

/** A club's question whether two people are one, as one of them reads it. */
export const OwnMergeRequest = z.object({
  id: Id,
  club: text(200),
  until: Moment,
  state: z.enum(['open', 'merged', 'declined', 'withdrawn', 'expired']),
  kept: PersonToMerge,
  gone: PersonToMerge,
  /** How much goes along. */
  moves: z.object({
    seasons: integer(0),
    tickets: integer(0),
    purchases: integer(0),
    questions: integer(0),
    family: integer(0),
  }),
  /** Names of seasons and events that both hold: these stay where they are. */
  both: z.array(text(300)).check(z.maxLength(50)),
  /** The one who goes has a guardian, who does not become that of the one who stays and signs in. */
  endsGuardian: z.boolean(),
  /** In the way now. */
  refusals: z.array(MergeRefusal).check(z.maxLength(10)),
})
export type OwnMergeRequest = z.infer<typeof OwnMergeRequest>

const params = z.object({ requestId: Id })
const path = `${memberApi}/member/merge-request/{requestId}`

export const mergeRequests = {
  show: endpoint({
    method: 'GET',
    path: `${path}/item`,
    summary: 'What a club asks the caller, or for their participant: whether two people are one, and what would move',
    params,
    output: OwnMergeRequest,
    errors: ['not_found'],
  }),
  agree: endpoint({
    method: 'POST',
    path: `${path}/agree`,
    summary: 'Agrees that two people are one; they are merged once both have agreed. Needs a fresh sign-in',
    params,
    output: OwnMergeRequest,
    errors: ['not_found', 'merge_request_over', 'merge_not_possible', 'impersonator_refused'],
  }),
  decline: endpoint({
    method: 'POST',
    path: `${path}/decline`,
    summary: 'Declines to be merged',
    params,
    output: OwnMergeRequest,
    errors: ['not_found', 'merge_request_over', 'impersonator_refused'],
  }),
}
