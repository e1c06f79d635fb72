import type { api } from '#contract/api.ts'
import { eventFields } from '#contract/events/office.ts'
import { blankValues } from '#server/database/fields.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { questionOf } from '../builders/event-builders.ts'
import { pixel } from '../files/pixel.ts'
import type { Row } from './authorisation-outcomes.ts'

const may = 'office events.write'

const rule = {
  unit: 'week',
  every: 1,
  weekdays: [1],
  monthly: 'day',
  until: null,
  count: 3,
  skipHolidays: false,
  skipWeeks: [],
  except: [],
}

export const eventSeriesRows: Record<keyof (typeof api)['eventSeries'], Row> = {
  create: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId, rule }) },
  item: {
    may: 'office events.read',
    input: ({ club }) => ({ orgId: club.id, seriesId: newId() }),
    outcome: 'not_found',
  },
  change: {
    may,
    input: ({ club }) => ({ orgId: club.id, seriesId: newId(), rule, version: 1 }),
    outcome: 'not_found',
  },
  publish: { may, input: ({ club }) => ({ orgId: club.id, seriesId: newId() }), outcome: 'not_found' },
  follow: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, field: 'title', version: 99 }),
    outcome: 'changed_meanwhile',
  },
}

/** An office's calls on its club's events. */
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
      ...blankValues(eventFields),
      title: { da: 'Regatta' },
      startsAt: '2049-07-01T10:00',
      endsAt: '2049-07-01T12:00',
      timeZone: 'Europe/Copenhagen',
      forMembers: false,
      guestsInvited: false,
      publicFrom: '2049-06-01T10:00',
      capacity: null,
      pools: [],
      categories: [],
      questions: [],
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
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, startsOn: '2049-07-01' }),
  },
  putPicture: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, bytes: pixel }),
    outcome: 'image_too_small',
  },
  picture: {
    may: 'office events.read',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, v: 'none' }),
    outcome: 'not_found',
  },
  describePicture: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, alt: { da: 'En båd' }, focalX: 50, focalY: 50 }),
  },
  removePicture: {
    may,
    input: ({ club }) => ({ orgId: club.id, eventId: newId() }),
    outcome: 'event_not_found',
  },
  discard: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId }), outcome: 'event_published' },
}

/** A club's templates of questions. */
export const questionTemplateRows: Record<keyof (typeof api)['questionTemplates'], Row> = {
  list: { may, input: ({ club }) => ({ orgId: club.id }) },
  save: {
    may,
    input: ({ club }) => {
      const { id: _, until: _until, categories: _categories, ...question } = questionOf()
      return { orgId: club.id, question }
    },
  },
  remove: { may, input: ({ club }) => ({ orgId: club.id, templateId: newId() }), outcome: 'not_found' },
}

const nobody = () => [newId()]

/** An office's messages to guests. */
export const guestMessageRows: Record<keyof (typeof api)['guestMessages'], Row> = {
  preview: {
    may: 'office messages.send',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, ids: nobody() }),
  },
  send: {
    may: 'office messages.send',
    input: ({ club, eventId }) => ({
      orgId: club.id,
      eventId,
      ids: nobody(),
      subject: { da: 'Lygte' },
      body: { da: 'Husk en lygte.' },
      token: newToken(),
    }),
    outcome: 'nobody_to_write',
  },
}

export const moveAnswerRows: Record<keyof (typeof api)['moveAnswers'], Row> = {
  show: { may: 'public', input: () => ({ token: 'made-up' }), outcome: 'move_link_invalid' },
  answer: {
    may: 'public',
    input: () => ({ token: 'made-up', entryId: newId(), answer: 'keep' }),
    outcome: 'move_link_invalid',
  },
  ofTicket: { may: 'member', input: () => ({ entryId: newId(), answer: 'keep' }), outcome: 'not_found' },
  ofEvent: {
    may: 'office events.read',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId }),
    outcome: 'not_found',
  },
}

export const clubMessageRows: Record<keyof (typeof api)['clubMessages'], Row> = {
  list: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
  toMembers: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id }) },
  failures: {
    may: 'office messages.send',
    input: ({ club }) => ({ orgId: club.id, messageId: newId() }),
    outcome: 'not_found',
  },
  retry: {
    may: 'office messages.send',
    input: ({ club }) => ({ orgId: club.id, messageId: newId() }),
    outcome: 'not_found',
  },
}

/** An office's calls on registrations. */
export const officeRegistrationRows: Record<keyof (typeof api)['officeRegistrations'], Row> = {
  list: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
  present: {
    may: 'office door',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, ids: nobody(), present: false }),
  },
  move: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, ids: nobody(), categoryId: newId() }),
    outcome: 'category_not_found',
  },
  movePlaces: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId, ids: nobody() }) },
  previewRefund: {
    may: 'office money.refund',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, ids: nobody() }),
  },
  refund: {
    may: 'office money.refund',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, ids: nobody(), reason: 'Lightning', version: 'seen' }),
    outcome: 'refund_changed',
  },
  paidBack: {
    may: 'office money.refund',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, ids: nobody() }),
  },
  places: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
  candidates: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId, search: 'anna' }) },
  add: {
    may,
    input: ({ club, eventId }) => ({
      orgId: club.id,
      eventId,
      memberId: newId(),
      categoryId: newId(),
      method: 'free',
      amount: 0,
      reason: 'A guest',
    }),
    outcome: 'not_found',
  },
  answers: {
    may: 'office events.read',
    input: ({ club, eventId, entryId }) => ({ orgId: club.id, eventId, entryId }),
  },
  saveAnswers: {
    may: 'office events.write',
    input: ({ club, eventId, entryId }) => ({ orgId: club.id, eventId, entryId, answers: {} }),
  },
  sensitiveAnswers: {
    may: 'office events.read',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, all: true }),
  },
  print: {
    may: 'office events.read',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, sort: 'name', all: true }),
  },
}

/** An office's calls on figures of events. */
export const eventFigureRows: Record<keyof (typeof api)['eventFigures'], Row> = {
  ofEvent: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
  ofClub: { may: 'office events.read', input: ({ club }) => ({ orgId: club.id }) },
}

/** Looking at an event as somebody else. Who is looked at is found by name, which needs more than reading events. */
export const eventPreviewRows: Record<keyof (typeof api)['eventPreview'], Row> = {
  asAnybody: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId, as: 'guest' }) },
  asPerson: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, memberId: newId() }),
    outcome: 'not_found',
  },
}

/** Cancelling an event. Its refunds need more than its cancellation. */
export const eventCancelRows: Record<keyof (typeof api)['eventCancel'], Row> = {
  preview: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
  run: {
    may: 'office events.read',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId }),
    outcome: 'not_found',
  },
  start: {
    may,
    input: ({ club, eventId }) => ({
      orgId: club.id,
      eventId,
      texts: { da: 'Aflyst' },
      refunds: 'all',
      name: 'Another name',
    }),
    outcome: 'event_name_differs',
  },
  stop: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId }), outcome: 'not_found' },
  approve: {
    may: 'office money.refund',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId }),
    outcome: 'not_found',
  },
  decline: {
    may: 'office money.refund',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, reason: 'Later' }),
    outcome: 'not_found',
  },
  ask: { may, input: ({ club, eventId }) => ({ orgId: club.id, eventId }), outcome: 'not_found' },
  retry: {
    may: 'office events.read',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId }),
    outcome: 'not_found',
  },
}

export const officeWaitingRows: Record<keyof (typeof api)['officeWaiting'], Row> = {
  list: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
  offer: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, wishId: newId(), reason: 'They asked first' }),
    outcome: 'waiting_ended',
  },
  remove: {
    may,
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, wishId: newId(), reason: 'They asked first' }),
    outcome: 'waiting_ended',
  },
  previewMessage: {
    may: 'office messages.send',
    input: ({ club, eventId }) => ({ orgId: club.id, eventId, wishIds: nobody() }),
  },
  message: {
    may: 'office messages.send',
    input: ({ club, eventId }) => ({
      orgId: club.id,
      eventId,
      wishIds: nobody(),
      subject: { da: 'Lygte' },
      body: { da: 'Husk en lygte.' },
      token: newToken(),
    }),
    outcome: 'nobody_to_write',
  },
}
