import type { api } from '#contract/api.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import type { Row } from './authorisation-outcomes.ts'

const may = 'office members.add'
const taken = { method: 'cash', receivedOn: '2026-01-01', reference: '' }

/** Whatever an office adds by hand, and the money that it takes itself. */
export const byHandRows: Record<keyof (typeof api)['byHand'], Row> = {
  offers: { may, input: ({ club }) => ({ orgId: club.id }) },
  people: { may, input: ({ club }) => ({ orgId: club.id, search: 'holm' }) },
  duplicates: {
    may,
    input: ({ club }) => ({ orgId: club.id, firstName: '', lastName: '', dateOfBirth: null, email: '', phone: '' }),
  },
  addPerson: {
    may,
    input: ({ club }) => ({
      orgId: club.id,
      firstName: 'Gerda',
      lastName: newToken().slice(0, 10),
      dateOfBirth: null,
      email: null,
      phone: '',
      consent: true,
    }),
  },
  quote: {
    may,
    input: ({ club }) => ({ orgId: club.id, memberId: newId(), lines: [{ membershipConfId: newId() }] }),
    outcome: 'not_found',
  },
  add: {
    may,
    input: ({ club }) => ({
      orgId: club.id,
      token: newToken(),
      memberId: newId(),
      lines: [{ membershipConfId: newId() }],
      pay: { how: 'free' },
      reason: '',
    }),
    outcome: 'not_found',
  },
  record: {
    may: 'office money.refund',
    input: ({ club }) => ({ orgId: club.id, orderId: newId(), amount: 100, ...taken }),
    outcome: 'order_not_found',
  },
  cancel: {
    may: 'office money.refund',
    input: ({ club }) => ({ orgId: club.id, orderId: newId(), reason: 'Moved' }),
    outcome: 'order_not_found',
  },
  owes: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id }) },
  remind: { may: 'office money.refund', input: ({ club }) => ({ orgId: club.id, all: true }) },
  refunds: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id }) },
  // A card's refund is not made by hand.
  refunded: {
    may: 'office money.refund',
    input: ({ club, refundId }) => ({ orgId: club.id, refundId }),
    outcome: 'refund_not_found',
  },
}
