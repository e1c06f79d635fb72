import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { Id, integer, Money, text } from '../values.ts'

/** Actions that an office can stop for a minute before they take effect. */
export const delayedKinds = ['refund', 'answer', 'move', 'invite', 'leave', 'grant', 'offer', 'message'] as const

export const CanStop = z.object({ stop: z.boolean() })

/** An action that takes effect in some seconds, or failed to in the last minutes. */
export const DelayedAction = z.object({
  id: Id,
  kind: z.enum(delayedKinds),
  /** The order of a refund, the thread of an answer, the event that was moved, the import whose people are invited, the message to many, or the person. */
  thingId: Id,
  /** The buyer, who asked, the event, the file, or the subject. */
  label: text(),
  /** Of how many orders or people the action is, which are stopped together. The label is that of one of them, and the amount of all. */
  count: integer(1),
  /** Of a refund. */
  amount: z.nullable(Money),
  by: text(),
  secondsLeft: integer(0),
  /** Why it could not be carried out, as an error code; null while it waits. */
  refusal: z.nullable(text()),
  can: CanStop,
})
export type DelayedAction = z.infer<typeof DelayedAction>

const one = z.object({ orgId: Id, actionId: Id })

export const delayedActions = {
  list: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/delayed/list`,
    summary: "What goes out of a club's office within a minute, as far as the caller's rights reach",
    params: z.object({ orgId: Id }),
    output: z.array(DelayedAction).check(z.maxLength(100)),
    errors: ['organisation_not_found'],
  }),
  stopRefund: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/delayed/refund/{actionId}/stop`,
    summary:
      'Stops a refund, with all of the same press, that has not gone out: nothing is refunded, and what was bought stays',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'too_late_to_stop'],
  }),
  stopMove: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/delayed/move/{actionId}/stop`,
    summary: 'Stops telling the guests of an event that it was moved. The event stays moved',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'too_late_to_stop'],
  }),
  stopGrant: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/delayed/grant/{actionId}/stop`,
    summary: 'Nobody of the same press gets the membership that an office gives free',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'too_late_to_stop'],
  }),
  stopOffer: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/delayed/offer/{actionId}/stop`,
    summary: 'Stops the offers of a membership of a press that have not gone out',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'too_late_to_stop'],
  }),
  stopMessage: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/delayed/message/{actionId}/stop`,
    summary: 'Stops a message to many that has not gone out: nobody reads it',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'too_late_to_stop'],
  }),
  stopLeave: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/office/delayed/leave/{actionId}/stop`,
    summary: 'Somebody has not left after all: nothing was mailed, renewals go on, and refunds of tickets are stopped',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'too_late_to_stop'],
  }),
}
