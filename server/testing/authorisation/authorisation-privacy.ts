import type { privacy } from '#contract/privacy.ts'
import { newId } from '#server/database/new-id.ts'
import { themselves, type Row } from './authorisation-outcomes.ts'

const reason = 'A letter of theirs'

/** Nobody is erased: the name is wrong. */
export const privacyRows: Record<keyof typeof privacy, Row> = {
  erasure: { may: 'member', input: ({ anna }) => ({ memberId: anna.memberId }), outcome: themselves },
  erase: {
    may: 'member',
    input: ({ anna }) => ({ memberId: anna.memberId, confirmation: 'Somebody else' }),
    outcome: { ...themselves, owner: 'name_not_confirmed' },
  },
  stopErasure: {
    may: 'member',
    input: ({ anna }) => ({ memberId: anna.memberId, actionId: newId() }),
    outcome: { ...themselves, owner: 'too_late_to_stop' },
  },
  erasureOfPerson: { may: 'operator', input: ({ anna }) => ({ memberId: anna.memberId }) },
  erasePerson: {
    may: 'operator',
    input: ({ anna }) => ({ memberId: anna.memberId, confirmation: 'Somebody else', reason }),
    outcome: 'name_not_confirmed',
  },
  stopErasureOfPerson: {
    may: 'operator',
    input: ({ anna }) => ({ memberId: anna.memberId, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
}
