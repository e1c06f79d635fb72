import type { api } from '#contract/api.ts'
import { newId } from '#server/database/new-id.ts'
import { everyone, guardians, membersOnly, ownerOnly, type Row } from './authorisation-outcomes.ts'

type Rows<D extends keyof typeof api> = { [K in D]: Record<keyof (typeof api)[K], Row> }

/** The same refusal for every member, who has none of what is asked for. */
const nobody = (refusal: string) => ownerOnly(refusal, { owner: refusal, impersonator: refusal })

/** Those who see an event of the club before all may. */
const offices = { 'admin of the club': 'ok', 'super admin': 'ok' }

/** What is seen, registered and held of events: one row a call. */
export const eventRows: Rows<'events' | 'coupons' | 'tickets'> = {
  events: {
    list: { input: () => ({}), outcome: membersOnly },
    kinds: { input: () => ({}), outcome: membersOnly },
    item: {
      input: ({ earlyEventId }) => ({ eventId: earlyEventId }),
      outcome: { ...everyone('event_not_public'), ...offices },
    },
    picture: { input: ({ eventId }) => ({ eventId, v: 'v1' }), outcome: everyone('ok') },
    calendar: { input: ({ eventId }) => ({ eventId }), outcome: everyone('ok') },
    pricing: {
      input: ({ earlyEventId }) => ({ eventId: earlyEventId, category: 'adult' }),
      outcome: { ...nobody('event_not_public'), ...offices },
    },
    entries: { input: () => ({}), outcome: membersOnly },
    openPaymentWindow: {
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
      input: () => ({ eventId: newId(), authorizationIdentifier: newId(), freepayauthtoken: 'made-up' }),
      outcome: { ...nobody('payment_not_found'), impersonator: 'impersonator_refused' },
    },
    decline: {
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
      input: ({ club, coupon, eventId }) => ({ orgId: club.id, code: coupon, eveId: eventId }),
      outcome: membersOnly,
    },
    apply: {
      input: ({ club, coupon, eventId }) => ({ orgId: club.id, code: coupon, eveId: eventId }),
      outcome: membersOnly,
    },
    available: { input: ({ club }) => ({ orgId: club.id }), outcome: everyone('ok') },
    item: { input: ({ club, coupon }) => ({ orgId: club.id, code: coupon }), outcome: membersOnly },
  },
  tickets: {
    list: { input: () => ({}), outcome: membersOnly },
    item: { input: ({ entryId }) => ({ entryId }), outcome: guardians },
    giveUp: {
      input: ({ entryId }) => ({ entryId }),
      outcome: ownerOnly('not_found', { owner: 'ticket_not_free', impersonator: 'ticket_not_free' }),
    },
    pdf: { input: ({ entryId }) => ({ entryId }), outcome: guardians },
    pdfOfEvent: { input: ({ eventId }) => ({ eventId }), outcome: guardians },
    calendar: { input: () => ({}), outcome: membersOnly },
    keys: { input: () => ({}), outcome: everyone('ok') },
  },
}
