import * as z from 'zod/mini'
import { endpoint, memberApi } from '../endpoint.ts'
import { AnyFields, Id, integer, Moment, requiredLine, Success, text } from '../values.ts'

/** The kinds of messages that a receiver can turn off. */
export const MessageKind = z.enum(['account', 'payments', 'memberships', 'events', 'family', 'contact'])
export type MessageKind = z.infer<typeof MessageKind>

/** The kind of each message, which receivers can switch off; the same on every channel. */
export const kindOf = {
  welcome: 'account',
  claim: 'account',
  invited: 'account',
  'order-paid': 'payments',
  'tickets-paid': 'payments',
  'given-back': 'payments',
  invoice: 'payments',
  'merchant-changed': 'payments',
  'membership-renew': 'memberships',
  'membership-offered': 'memberships',
  'renewal-announced': 'payments',
  'renewal-card-expires': 'payments',
  'renewal-outgrown': 'payments',
  'renewal-failed': 'payments',
  'renewal-ended': 'payments',
  'family-invited': 'family',
  'family-linked': 'family',
  'family-ended': 'family',
  'bought-for': 'family',
  'contact-asked': 'contact',
  'contact-many': 'contact',
  'contact-answered': 'contact',
  'contact-answered-visitor': 'contact',
  'answer-not-sent': 'account',
  'club-left': 'account',
  'change-suggested': 'account',
  'merge-asked': 'account',
  'office-invited': 'account',
  'office-access': 'account',
  'go-live-asked': 'account',
  'went-live': 'account',
  'season-missing': 'account',
  'season-grown': 'memberships',
  'club-message': 'events',
  'member-message': 'memberships',
  'answers-due': 'events',
  'event-cancelled': 'payments',
  'event-moved': 'payments',
  'waiting-offer': 'payments',
  'waiting-ended': 'payments',
  'event-cancel-waiting': 'account',
  'event-cancel-declined': 'account',
  'event-cancel-report': 'account',
} as const satisfies Record<string, MessageKind>

export type MessageTemplate = keyof typeof kindOf

export const MessageChannel = z.enum(['mail', 'whatsapp'])
export type MessageChannel = z.infer<typeof MessageChannel>

/** Whether a kind of message is sent by a channel. */
export const MessagePreference = z.object({
  kind: MessageKind,
  channel: MessageChannel,
  wanted: z.boolean(),
  /** False when the portal must send it, such as a receipt. */
  can: z.object({ change: z.boolean() }),
})
export type MessagePreference = z.infer<typeof MessagePreference>

/** A signed token: whose mails of which kind to unsubscribe. */
const UnsubscribeToken = z.object({ token: text(400) })

export const Subscription = z.object({ kind: MessageKind, wanted: z.boolean() })
export type Subscription = z.infer<typeof Subscription>

export const FailedMessage = z.object({
  id: Id,
  channel: MessageChannel,
  template: text(),
  /** Null when the member no longer exists. */
  receiver: z.nullable(z.object({ name: text(), email: z.nullable(text()) })),
  createdAt: Moment,
  attempts: integer(),
  /** The last error of the mail server or WhatsApp. */
  error: text(),
})
export type FailedMessage = z.infer<typeof FailedMessage>

/** A number, or a string of digits. */
const Year = z.union([integer(), text(10)])

export const FailedMessagePage = z.object({
  messages: z.array(FailedMessage),
  next: z.nullable(Id),
  waiting: integer(),
})

export const messages = {
  preferences: endpoint({
    method: 'GET',
    path: `${memberApi}/member/message/preferences`,
    summary: 'The caller’s choices of messages by kind and channel',
    output: z.array(MessagePreference),
    errors: [],
  }),
  prefer: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/message/preferences`,
    summary: 'Turns a kind of message on or off for a channel; WhatsApp needs a valid mobile number',
    body: z.object({ kind: MessageKind, channel: MessageChannel, wanted: z.boolean() }),
    output: z.array(MessagePreference),
    errors: ['message_required', 'whatsapp_number_needed', 'impersonator_refused'],
  }),
  subscription: endpoint({
    method: 'GET',
    path: '/tools/member/unsubscribe',
    summary: 'What an unsubscribe link is about. Changes nothing',
    query: UnsubscribeToken,
    output: Subscription,
    errors: ['unsubscribe_link_invalid'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/tools/member/unsubscribe',
    summary: 'Unsubscribes from mails of one kind (one-click, RFC 8058)',
    query: UnsubscribeToken,
    body: AnyFields,
    form: true,
    output: Subscription,
    errors: ['unsubscribe_link_invalid'],
  }),
  resubscribe: endpoint({
    method: 'POST',
    path: '/tools/member/resubscribe',
    summary: 'Subscribes to mails of one kind again',
    query: UnsubscribeToken,
    output: Subscription,
    errors: ['unsubscribe_link_invalid'],
  }),
  failed: endpoint({
    method: 'GET',
    path: `${memberApi}/message/failed`,
    summary: 'Failed messages, newest first, for super admins of ALL',
    query: z.object({ before: z.optional(Id) }),
    output: FailedMessagePage,
    errors: [],
  }),
  resend: endpoint({
    method: 'POST',
    path: `${memberApi}/message/{id}/resend`,
    summary: 'Retries a failed message, for super admins of ALL',
    params: z.object({ id: Id }),
    output: Success,
    errors: ['not_found', 'whatsapp_off'],
  }),
  orderPaidMail: endpoint({
    method: 'POST',
    path: `${memberApi}/member/email`,
    specified: true,
    summary: 'Sends the mail about a paid membership (template 6) to its buyer, unless it was sent already',
    query: z.object({ memberId: Id, templateId: z.literal('6') }),
    body: z.looseObject({ ORG: requiredLine(20), YEAR: Year }),
    output: Success,
    errors: ['not_found'],
  }),
  orderPaidWhatsapp: endpoint({
    method: 'POST',
    path: `${memberApi}/member/whatsapp`,
    specified: true,
    summary: 'Sends the WhatsApp message about a paid membership (template 4), unless it was sent already',
    query: z.object({ memberId: Id, templateId: z.literal('4') }),
    body: z.looseObject({ '2': requiredLine(20), '3': Year }),
    output: Success,
    errors: ['not_found'],
  }),
}
