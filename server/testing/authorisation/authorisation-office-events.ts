import type { api } from '#contract/api.ts'
import { newId } from '#server/database/new-id.ts'
import type { Row } from './authorisation-outcomes.ts'

const may = 'office events.write'

/** What an office does with its club's events. */
export const officeEventRows: Record<keyof (typeof api)['officeEvents'], Row> = {
  list: { may: 'office events.read', input: ({ club }) => ({ orgId: club.id, tab: 'coming' }) },
  item: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
  create: { may, input: ({ club }) => ({ orgId: club.id, template: 'camp', startsAt: '2049-07-01T10:00' }) },
  save: {
    may,
    input: ({ club, eventId }) => ({
      orgId: club.id,
      eventId,
      version: 99,
      title: { da: 'Regatta' },
      kind: '',
      description: { da: '' },
      startsAt: '2049-07-01T10:00',
      endsAt: '2049-07-01T12:00',
      doorsAt: null,
      timeZone: 'Europe/Copenhagen',
      place: { da: '' },
      address: '',
      forMembers: false,
      guestsInvited: false,
      memberSeries: null,
      onePerPerson: true,
      publicFrom: '2049-06-01T10:00',
      saleFrom: null,
      saleUntil: null,
      refundUntilHours: null,
      capacity: null,
      pools: [],
      categories: [],
    }),
    outcome: 'changed_meanwhile',
  },
  publish: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, version: 99 }),
    outcome: 'changed_meanwhile',
  },
  withdraw: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, version: 99 }),
    outcome: 'changed_meanwhile',
  },
  duplicate: {
    may,
    input: ({ club }) => ({ orgId: club.id, eventId: newId(), startsOn: '2049-07-01' }),
    outcome: 'event_not_found',
  },
  discard: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId }), outcome: 'event_published' },
}
