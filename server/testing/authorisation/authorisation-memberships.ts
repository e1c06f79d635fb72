import type { api } from '#contract/api.ts'
import type { Row } from './authorisation-outcomes.ts'

const may = 'office memberships.write'

/** An office's calls on its club's seasons. */
export const officeMembershipRows: Record<keyof (typeof api)['officeMemberships'], Row> = {
  list: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id }) },
  figures: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id }) },
  create: {
    may,
    input: ({ club }) => ({
      orgId: club.id,
      name: { da: 'Prøve 2007' },
      benefits: { da: '' },
      series: '',
      startDate: '2007-02-01',
      endDate: '2007-01-01',
      offerStartDate: '2007-01-01',
      minAge: null,
      maxAge: null,
      price: 0,
      vatRate: 0,
      surcharge: 0,
      combinable: false,
      isTrial: false,
      isPassive: false,
    }),
    // It ends before it begins, so that the matrix leaves nothing behind.
    outcome: 'season_invalid',
  },
  // The club has a season, so that nothing is made.
  fromTemplate: { may, input: ({ club }) => ({ orgId: club.id, template: 'choir' }) },
  save: {
    may,
    input: ({ club }) => ({
      orgId: club.id,
      configurationId: club.season.id,
      version: 99,
      name: { da: 'Adult' },
      benefits: { da: '' },
      series: '',
      startDate: club.season.startDate,
      endDate: club.season.endDate,
      offerStartDate: club.season.startDate,
      minAge: null,
      maxAge: null,
      price: 0,
      vatRate: 0,
      surcharge: 0,
      combinable: false,
      isTrial: false,
      isPassive: false,
    }),
    outcome: 'changed_meanwhile',
  },
  discard: {
    may,
    input: ({ club }) => ({ orgId: club.id, configurationId: club.season.id }),
    outcome: 'season_published',
  },
  publish: { may, input: ({ club }) => ({ orgId: club.id, ids: [club.season.id] }) },
  stop: {
    may,
    input: ({ club }) => ({ orgId: club.id, configurationId: club.season.id, version: 99 }),
    outcome: 'changed_meanwhile',
  },
  resume: {
    may,
    input: ({ club }) => ({ orgId: club.id, configurationId: club.season.id, version: 1 }),
  },
  previewCopies: {
    may,
    input: ({ club }) => ({
      orgId: club.id,
      seasons: [{ configurationId: club.season.id, price: 1, offerStartDate: club.season.startDate }],
    }),
  },
  copy: {
    may,
    input: ({ club }) => ({
      orgId: club.id,
      seasons: [{ configurationId: club.season.id, price: -1, offerStartDate: club.season.startDate }],
    }),
    outcome: 'season_invalid',
  },
}
