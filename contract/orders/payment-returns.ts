import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { AnyFields, Id, OrgKey } from '../values.ts'

/**
 * The gateway's parameters of a return or callback, with the `{product}token`. Nothing is refused, because the browser has just paid; what
 * cannot be parsed counts as missing.
 */
const GatewayWords = AnyFields

const ofEvent = z.object({ orgKey: OrgKey, eventId: Id })

/** The answer to a callback: that it arrived. */
export const Received = z.object({})

/** Where the gateway sends its callback, and where it sends the browser. Clients of the portal never call them. */
export const paymentReturns = {
  membershipCallback: endpoint({
    method: 'POST',
    path: '/tools/member/{orgKey}/member/payment/callback',
    specified: true,
    summary: "The gateway's callback. Only triggers reading the authorisation; its content is not trusted",
    params: z.object({ orgKey: OrgKey }),
    query: GatewayWords,
    body: GatewayWords,
    form: true,
    output: Received,
    errors: ['order_not_found'],
  }),
  membershipAccepted: endpoint({
    method: 'GET',
    path: '/ui/membership/confirm',
    specified: true,
    summary: "The browser's return after an accepted payment",
    query: GatewayWords,
    output: 'redirect',
    errors: [],
  }),
  membershipDeclined: endpoint({
    method: 'GET',
    path: '/ui/membership/decline',
    specified: true,
    summary: "The browser's return after a declined payment",
    query: GatewayWords,
    output: 'redirect',
    errors: [],
  }),
  eventCallback: endpoint({
    method: 'POST',
    path: '/tools/eve/{orgKey}/events/{eventId}/payment/callback',
    specified: true,
    summary:
      "The gateway's callback for an order with tickets. Only triggers reading the authorisation; its content is not trusted",
    params: ofEvent,
    query: GatewayWords,
    body: GatewayWords,
    form: true,
    output: Received,
    errors: ['order_not_found'],
  }),
  eventAccepted: endpoint({
    method: 'GET',
    path: '/ui/{orgKey}/events/{eventId}/confirm',
    specified: true,
    summary: "The browser's return after an accepted payment of tickets",
    params: ofEvent,
    query: GatewayWords,
    output: 'redirect',
    errors: [],
  }),
  eventDeclined: endpoint({
    method: 'GET',
    path: '/ui/{orgKey}/events/{eventId}/decline',
    specified: true,
    summary: "The browser's return after a declined payment of tickets",
    params: ofEvent,
    query: GatewayWords,
    output: 'redirect',
    errors: [],
  }),
}
