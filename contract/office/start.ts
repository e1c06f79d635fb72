import * as z from 'zod/mini'
import { ClubState } from '../organisations/state.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { PersonName } from '../members/members.ts'
import { Id, Moment } from '../values.ts'

/** The first steps of a club, in an order in which each can be done: whoever buys has to agree to the terms, and pays with the key. */
export const startSteps = [
  'texts',
  'logo',
  'membership',
  'terms',
  'privacy',
  'key',
  'people',
  'bought',
  'receipt',
  'asked',
] as const
export const StartStep = z.enum(startSteps)
export type StartStep = z.infer<typeof StartStep>

/** Requirements before a club may ask to go live. */
export const liveChecks = ['key', 'terms', 'privacy', 'membership', 'chair', 'bought'] as const
export const LiveCheck = z.enum(liveChecks)
export type LiveCheck = z.infer<typeof LiveCheck>

export const AskedToGoLive = z.object({ by: PersonName, at: Moment })

/** How far a club is on its way to real payments. */
export const ClubStart = z.object({
  state: ClubState,
  steps: z.array(z.object({ step: StartStep, done: z.boolean() })),
  /** The club does not want to see the steps, or was live before it had any. */
  dismissed: z.boolean(),
  checks: z.array(z.object({ check: LiveCheck, done: z.boolean() })),
  /** Who asked to go live, and when; null when nobody has, and once it is live. */
  asked: z.nullable(AskedToGoLive),
  /** The id of the receipt of the caller's last purchase there. */
  receipt: z.optional(z.nullable(Id)),
})
export type ClubStart = z.infer<typeof ClubStart>

const ofClub = z.object({ orgId: Id })

export const clubStart = {
  show: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/start/item`,
    summary: "A new club's first steps, and what it lacks to go live",
    params: ofClub,
    output: ClubStart,
    errors: ['organisation_not_found'],
  }),
  ask: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/start/live`,
    summary: 'Asks the operator to switch a club from test payments to real ones; once',
    params: ofClub,
    output: ClubStart,
    errors: ['organisation_not_found', 'go_live_incomplete', 'club_not_in_test'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${orgApi}/org/{orgId}/office/start/live`,
    summary: 'Takes back that the club asked to go live',
    params: ofClub,
    output: ClubStart,
    errors: ['organisation_not_found'],
  }),
  mark: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/start/item`,
    summary: 'Says that the office has looked at a receipt, or does not want to see the first steps any more',
    params: ofClub,
    body: z.object({ mark: z.enum(['receipt', 'dismissed']) }),
    output: ClubStart,
    errors: ['organisation_not_found'],
  }),
}
