import type { leaving } from '#contract/people/leaving.ts'
import type { personDuplicates } from '#contract/people/duplicates.ts'
import type { mergeRequests } from '#contract/people/merge-requests.ts'
import type { personNotes } from '#contract/people/notes.ts'
import type { personProfile } from '#contract/people/profile.ts'
import type { teams } from '#contract/people/teams.ts'
import type { personTimeline } from '#contract/people/timeline.ts'
import { newId } from '#server/database/new-id.ts'
import { ownerOnly, type Row, themselves } from './authorisation-outcomes.ts'
import type { World } from './authorisation-world.ts'

const person = ({ club, anna }: World) => ({ orgId: club.id, memberId: anna.memberId })
const fields = { kind: 'call', text: 'She rows on Mondays.', followUpOn: null } as const
const writing = 'office members.write'

export const personNoteRows: Record<keyof typeof personNotes, Row> = {
  list: { may: 'office members.read', input: person },
  add: { may: writing, input: (world) => ({ ...person(world), ...fields }) },
  save: {
    may: writing,
    input: (world) => ({ ...person(world), ...fields, clubNoteId: newId(), version: 1 }),
    outcome: 'not_found',
  },
  mark: {
    may: writing,
    input: (world) => ({ ...person(world), clubNoteId: newId(), done: true }),
    outcome: 'not_found',
  },
  remove: { may: writing, input: (world) => ({ ...person(world), clubNoteId: newId() }), outcome: 'not_found' },
}

export const personTimelineRows: Record<keyof typeof personTimeline, Row> = {
  list: { may: 'office members.read', input: person },
}

const details = {
  firstName: 'Anna',
  lastName: 'Holm',
  dateOfBirth: null,
  gender: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  postCode: '',
  city: '',
} as const

export const personProfileRows: Record<keyof typeof personProfile, Row> = {
  show: { may: 'office members.read', input: person },
  // She has a sign-in.
  save: {
    may: writing,
    input: (world) => ({ ...person(world), ...details, email: '', version: '2026-01-01T00:00:00.000Z' }),
    outcome: 'person_not_managed',
  },
  suggest: {
    may: writing,
    input: (world) => ({ ...person(world), ...details, city: 'Ry', note: '' }),
  },
  withdraw: { may: writing, input: person },
  mine: { may: 'member', input: () => ({}) },
  answer: {
    may: 'member',
    input: () => ({ suggestionId: newId(), accepted: [] }),
    outcome: { ...ownerOnly('not_found'), owner: 'not_found', impersonator: 'impersonator_refused' },
  },
}

const gone = { day: '2020-01-01', reason: 'moved', text: '' } as const

/** Nobody leaves: the day is before they joined. */
export const leavingRows: Record<keyof typeof leaving, Row> = {
  preview: { may: 'office members.read', input: person },
  leave: {
    may: writing,
    input: (world) => ({ ...person(world), ...gone, tickets: 'keep' }),
    outcome: 'leaving_before_joined',
  },
  rejoin: { may: writing, input: person },
  ownPreview: { may: 'member', input: person, outcome: ownerOnly('not_found') },
  leaveOwn: {
    may: 'member',
    input: (world) => ({ ...person(world), ...gone }),
    outcome: { ...themselves, owner: 'leaving_before_joined' },
  },
}

const team = (world: World) => ({ orgId: world.club.id, teamId: newId() })
const teamPerson = (world: World) => ({ ...team(world), memberId: world.anna.memberId })

/** No such team: what a trainer may is in `teams.test.ts`. */
export const teamRows: Record<keyof typeof teams, Row> = {
  list: { may: 'office teams', input: ({ club }) => ({ orgId: club.id }) },
  show: { may: 'office teams', input: team, outcome: 'team_not_found' },
  add: { may: writing, input: ({ club }) => ({ orgId: club.id, name: 'U12', season: '2026' }) },
  save: {
    may: writing,
    input: (world) => ({ ...team(world), name: 'U12', season: '', archived: false, version: 1 }),
    outcome: 'team_not_found',
  },
  addPeople: {
    may: writing,
    input: (world) => ({ ...team(world), role: 'player', ids: [world.anna.memberId] }),
    outcome: 'team_not_found',
  },
  changeRole: {
    may: writing,
    input: (world) => ({ ...teamPerson(world), role: 'helper' }),
    outcome: 'team_not_found',
  },
  endPerson: { may: writing, input: teamPerson, outcome: 'team_not_found' },
  attendance: { may: 'office teams', input: team, outcome: 'team_not_found' },
  mark: {
    may: 'office teams',
    input: (world) => ({ ...teamPerson(world), day: '2026-01-01', state: 'came' }),
    outcome: 'team_not_found',
  },
  events: { may: 'office teams', input: team, outcome: 'team_not_found' },
  sensitiveAnswers: {
    may: 'office teams',
    input: (world) => ({ ...team(world), eventId: newId() }),
    outcome: 'team_not_found',
  },
  ofPerson: { may: 'office members.read', input: person },
}

const nobodies = () => ({ keptId: newId(), goneId: newId() })
export const personDuplicateRows: Record<keyof typeof personDuplicates, Row> = {
  list: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id }) },
  compare: {
    may: 'office members.read',
    input: ({ club }) => ({ orgId: club.id, ...nobodies() }),
    outcome: 'not_found',
  },
  decide: {
    may: writing,
    input: ({ club }) => ({ orgId: club.id, memberId: newId(), otherId: newId(), notSame: true }),
    outcome: 'not_found',
  },
  merge: { may: writing, input: ({ club }) => ({ orgId: club.id, ...nobodies(), take: [] }), outcome: 'not_found' },
  ask: { may: writing, input: ({ club }) => ({ orgId: club.id, ...nobodies() }), outcome: 'not_found' },
  withdraw: { may: writing, input: ({ club }) => ({ orgId: club.id, requestId: newId() }), outcome: 'not_found' },
  undo: { may: writing, input: ({ club }) => ({ orgId: club.id, mergeId: newId() }), outcome: 'not_found' },
}

const answering = { ...ownerOnly('not_found'), owner: 'not_found', impersonator: 'impersonator_refused' }
/** No such request: what those who are asked may do is in `merge-requests.nightly.test.ts`. */
export const mergeRequestRows: Record<keyof typeof mergeRequests, Row> = {
  show: {
    may: 'member',
    input: () => ({ requestId: newId() }),
    outcome: { ...answering, impersonator: 'not_found' },
  },
  agree: { may: 'member', input: () => ({ requestId: newId() }), outcome: answering },
  decline: { may: 'member', input: () => ({ requestId: newId() }), outcome: answering },
}
