import { expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { calls, defOf } from '#server/testing/contract-fields.ts'

const isOptional = (schema: Parameters<typeof defOf>[0] | undefined) => schema && defOf(schema).type === 'optional'

/** Every call that acts on rows of a list: by ids or by what it is filtered by, of which neither has to be there. */
const bulk = calls.flatMap(({ name, endpoint: { method, body } }) => {
  const { shape = {} } = body ? defOf(body) : {}
  return method !== 'GET' && body && (isOptional(shape['ids']) || isOptional(shape['filter'])) ? [{ name, body }] : []
})

/** The other required fields of such calls. */
const others = {
  orgId: newId(),
  eventId: newId(),
  categoryId: newId(),
  present: true,
  format: 'csv',
  sort: 'name',
  reason: 'Lightning',
  version: 'of the preview',
  add: [],
  remove: [],
  role: 'helper',
  membershipConfId: newId(),
  leftOn: '2026-11-29',
  leaveReason: 'moved',
  text: '',
  subject: { da: 'Lygte' },
  body: { da: 'Husk en lygte.' },
  token: 'a'.repeat(40),
}

const takenWith = (which: object) =>
  bulk
    .filter(({ name, body }) => {
      const { sort, ...rest } = others
      return body.safeParse({ ...rest, ...(name !== 'exports.payments' && { sort }), ...which }).success
    })
    .map(({ name }) => name)
const every = bulk.map(({ name }) => name)

test('a bulk call takes ids, a filter, a search or all: true, and without any of them means nobody', () => {
  expect(every).toEqual(
    expect.arrayContaining(['officeRegistrations.refund', 'officeRegistrations.present', 'exports.members']),
  )
  expect(takenWith({ all: true })).toEqual(every)
  expect(takenWith({ ids: [newId()] })).toEqual(every)
  expect(takenWith({ search: 'anna' })).toEqual(every)
  expect(takenWith({})).toEqual([])
  expect(takenWith({ search: '  ' })).toEqual([])
  expect(takenWith({ all: false })).toEqual([])
})
