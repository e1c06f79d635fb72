import type { api } from '#contract/api.ts'
import { newId } from '#server/database/new-id.ts'
import { everyone, guardians, ownerOnly, type Row } from './authorisation-outcomes.ts'

type Rows<D extends keyof typeof api> = { [K in D]: Record<keyof (typeof api)[K], Row> }

/** Every member gets one error, because none of them has such a thing. */
const nobody = (refusal: string) => ownerOnly(refusal, { owner: refusal, impersonator: refusal })

/** Those who may see an event before it is public. */
const offices = { 'admin of the club': 'ok', 'super admin': 'ok' }

/** Events, registrations and tickets, one row for each endpoint. */
export const eventRows: Rows<
  'events' | 'questionAnswers' | 'publicEvents' | 'eventPayments' | 'coupons' | 'tickets' | 'waiting' | 'calendarFeeds'
> = {
  events: {
    list: { may: 'member', input: () => ({}) },
    kinds: { may: 'member', input: () => ({}) },
    item: {
      may: 'member',
      input: ({ earlyEventId }) => ({ eventId: earlyEventId }),
      outcome: { ...nobody('event_not_public'), ...offices },
    },
    picture: { may: 'public', input: ({ eventId }) => ({ eventId, v: 'v1' }) },
    calendar: { may: 'public', input: ({ eventId }) => ({ eventId }) },
    pricing: {
      may: 'member',
      input: ({ earlyEventId }) => ({ eventId: earlyEventId, category: 'adult' }),
      outcome: { ...nobody('event_not_public'), ...offices },
    },
    entries: { may: 'member', input: () => ({}) },
  },
  questionAnswers: {
    toAsk: { may: 'member', input: ({ eventId }) => ({ eventId }) },
    ofTicket: { may: 'member', input: ({ entryId }) => ({ entryId }), outcome: guardians },
    save: { may: 'member', input: ({ entryId }) => ({ entryId, answers: {} }), outcome: guardians },
  },
  publicEvents: {
    list: { may: 'public', input: ({ club }) => ({ orgId: club.id }) },
    // Whoever asks is nobody here: not even the office sees it early.
    item: {
      may: 'public',
      input: ({ earlyEventId }) => ({ eventId: earlyEventId }),
      outcome: everyone('event_not_public'),
    },
  },
  eventPayments: {
    openPaymentWindow: {
      may: 'member',
      input: () => ({
        eventId: newId(),
        Amount: 1,
        Currency: 'DKK',
        CustomerAcceptUrl: 'http://portal/',
        freepayauthtoken: 'made-up',
      }),
      outcome: { ...nobody('order_not_found'), impersonator: 'impersonator_refused' },
    },
    capture: {
      may: 'member',
      input: () => ({ eventId: newId(), authorizationIdentifier: newId(), freepayauthtoken: 'made-up' }),
      outcome: { ...nobody('payment_not_found'), impersonator: 'impersonator_refused' },
    },
    decline: {
      may: 'member',
      input: () => ({
        eventId: newId(),
        authorizationIdentifier: newId(),
        membershipHistoryPaymentId: newId(),
        freepayauthtoken: 'made-up',
      }),
      outcome: { ...nobody('payment_not_found'), impersonator: 'impersonator_refused' },
    },
  },
  coupons: {
    validate: {
      may: 'member',
      input: ({ club, coupon, eventId }) => ({ orgId: club.id, code: coupon, eveId: eventId }),
    },
    apply: {
      may: 'member',
      input: ({ club, coupon, eventId }) => ({ orgId: club.id, code: coupon, eveId: eventId }),
    },
    available: { may: 'public', input: ({ club }) => ({ orgId: club.id }) },
    item: { may: 'member', input: ({ club, coupon }) => ({ orgId: club.id, code: coupon }) },
  },
  tickets: {
    ofMember: { may: 'office events.read', input: ({ club, anna }) => ({ orgId: club.id, memberId: anna.memberId }) },
    list: { may: 'member', input: () => ({}) },
    item: { may: 'member', input: ({ entryId }) => ({ entryId }), outcome: guardians },
    cancel: {
      may: 'member',
      input: ({ entryId }) => ({ entryId }),
      outcome: ownerOnly('not_found', { owner: 'ticket_not_free', impersonator: 'ticket_not_free' }),
    },
    refund: {
      may: 'member',
      input: ({ entryId }) => ({ entryId }),
      outcome: ownerOnly('not_found', { owner: 'ticket_not_refundable', impersonator: 'ticket_not_refundable' }),
    },
    pdf: { may: 'member', input: ({ entryId }) => ({ entryId }), outcome: guardians },
    pdfOfEvent: { may: 'member', input: ({ eventId }) => ({ eventId }), outcome: guardians },
    calendar: { may: 'member', input: () => ({}) },
    keys: { may: 'public', input: () => ({}) },
  },
  waiting: {
    ofEvent: { may: 'member', input: ({ eventId }) => ({ eventId }) },
    mine: { may: 'member', input: () => ({}) },
    join: {
      may: 'member',
      input: ({ eventId, alma }) => ({ eventId, people: [{ memberId: alma, category: 'adult' }], mode: 'any' }),
      outcome: {
        ...guardians,
        owner: 'waiting_not_needed',
        relative: 'waiting_not_needed',
        impersonator: 'waiting_not_needed',
      },
    },
    leave: { may: 'member', input: () => ({ wishId: newId() }), outcome: nobody('not_found') },
    offer: { may: 'public', input: () => ({ token: 'made.up' }), outcome: everyone('offer_link_invalid') },
    decline: { may: 'public', input: () => ({ token: 'made.up' }), outcome: everyone('offer_link_invalid') },
  },
  calendarFeeds: {
    list: { may: 'member', input: () => ({}) },
    create: {
      may: 'member',
      input: ({ alma }) => ({ kind: 'person', personId: alma }),
      outcome: { ...guardians, impersonator: 'impersonator_refused' },
    },
    revoke: { may: 'member', input: ({ feedId }) => ({ feedId }), outcome: ownerOnly('not_found') },
    read: { may: 'public', input: ({ feedToken }) => ({ token: feedToken }) },
  },
}
