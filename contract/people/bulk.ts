import * as z from 'zod/mini'
import { ClientToken } from '../conversations/parts.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { chosenRows, requireSelection } from '../filters.ts'
import { memberListQuery } from '../memberships/club-members.ts'
import { Id, integer, lines, LocalDate, requiredLine, text } from '../values.ts'
import { OwnLeaveReason } from './leaving.ts'

/** The most people for whom an office does something at once. */
export const MOST_AT_ONCE = 500
/** The most names of a reason. */
export const MOST_NAMED = 20

/** Why somebody is not among those for whom it is done. */
export const skipReasons = [
  'left',
  'archived',
  'joined_later',
  'season_later',
  'held',
  'reserved',
  'too_young',
  'too_old',
  'no_email',
  'under_way',
] as const
export const SkipReason = z.enum(skipReasons)
export type SkipReason = z.infer<typeof SkipReason>

/** For how many of the chosen people it is done, and why not for the others. */
export const BulkPeople = z.object({
  people: integer(0),
  /** Those of them whose membership a card renews, which does not pay for the season that they are given. */
  renewedByCard: z.optional(integer(0)),
  skipped: z
    .array(
      z.object({
        reason: SkipReason,
        count: integer(1),
        /** The first of them by the alphabet. */
        names: z.array(text(200)).check(z.maxLength(MOST_NAMED)),
      }),
    )
    .check(z.maxLength(skipReasons.length)),
})
export type BulkPeople = z.infer<typeof BulkPeople>

const params = z.object({ orgId: Id })
const path = `${orgApi}/org/{orgId}/register`
const { sort: _, ...query } = memberListQuery
const which = { ...query, ...chosenRows }
/** A membership, and the people of the register that are chosen for it. */
export const ChosenForMembership = z.object({ membershipConfId: Id, ...which }).check(requireSelection())
const refusals = ['organisation_not_found', 'day_out_of_range', 'too_many_people'] as const

/** Bulk actions of an office that wait a minute and can be stopped: for everybody chosen in the register. */
export const bulk = {
  previewLeave: endpoint({
    method: 'POST',
    path: `${path}/leave/preview`,
    summary: 'How many of the chosen people can be marked as left, and why not the others. Changes nothing',
    params,
    body: z.object({ leftOn: LocalDate.check(z.regex(/^20/)), ...which }).check(requireSelection()),
    output: BulkPeople,
    errors: [...refusals, 'leaving_too_late'],
  }),
  leave: endpoint({
    method: 'POST',
    path: `${path}/leave`,
    summary: `Marks at most ${MOST_AT_ONCE} people as left, after a minute in which it can be stopped. They are mailed a confirmation`,
    params,
    body: z
      .object({
        leftOn: LocalDate.check(z.regex(/^20/)),
        /** Of somebody who died it is said on their own page. */
        leaveReason: OwnLeaveReason,
        /** In the office's own words, for the history. */
        text: lines(300),
        ...which,
      })
      .check(requireSelection()),
    output: BulkPeople,
    errors: [...refusals, 'leaving_too_late'],
  }),
  previewGrant: endpoint({
    method: 'POST',
    path: `${path}/grant/preview`,
    summary: 'How many of the chosen people can get a membership free, and why not the others. Changes nothing',
    params,
    body: ChosenForMembership,
    output: BulkPeople,
    errors: [...refusals, 'configuration_not_found'],
  }),
  grant: endpoint({
    method: 'POST',
    path: `${path}/grant`,
    summary: `Gives at most ${MOST_AT_ONCE} people a membership free, after a minute in which it can be stopped, by an order each`,
    params,
    body: z.object({ membershipConfId: Id, reason: requiredLine(300), ...which }).check(requireSelection()),
    output: BulkPeople,
    errors: [...refusals, 'configuration_not_found'],
  }),
  previewOffer: endpoint({
    method: 'POST',
    path: `${path}/offer/preview`,
    summary: 'To how many of the chosen people a membership can be offered, and why not to the others. Changes nothing',
    params,
    body: ChosenForMembership,
    output: BulkPeople,
    errors: [...refusals, 'club_paused', 'configuration_not_found', 'configuration_not_on_sale'],
  }),
  offer: endpoint({
    method: 'POST',
    path: `${path}/offer`,
    summary: `Offers at most ${MOST_AT_ONCE} people a membership by a mail and a notification to whoever buys for them, after a minute in which it can be stopped. A repeated token offers nothing again`,
    params,
    body: z.object({ token: z.optional(ClientToken), membershipConfId: Id, ...which }).check(requireSelection()),
    output: BulkPeople,
    errors: [...refusals, 'club_paused', 'configuration_not_found', 'configuration_not_on_sale'],
  }),
}
