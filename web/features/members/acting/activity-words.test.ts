import { expect, test } from 'vitest'
import { AuditEvent, type AuditEntry } from '#contract/members/acting.ts'
import { activityWords } from './activity-words.ts'

const anna = { id: 'anna', firstName: 'Anna', lastName: 'Holm' }
const bo = { id: 'bo', firstName: 'Bo', lastName: 'Holm' }
const act = (more: Partial<AuditEntry>): AuditEntry => ({
  id: 'act',
  at: '2026-11-21T12:00:00.000Z',
  actor: bo,
  subject: anna,
  as: 'relative',
  name: 'changed',
  data: {},
  ...more,
})

test.each(AuditEvent.options)('%s has words of its own', (name) => {
  const { what } = activityWords(act({ name }), 'anna')
  expect(what).not.toBe('')
  if (name !== 'changed') expect(what).not.toBe(activityWords(act({}), 'anna').what)
})

test('the current user is called "you" on either side', () => {
  expect(activityWords(act({}), 'anna').sentence).toBe('Bo Holm, for you')
  expect(activityWords(act({}), 'bo').sentence).toBe('You, for Anna Holm')
  expect(activityWords(act({ subject: bo, as: null }), 'bo')).toMatchObject({ sentence: 'You', why: null })
})

test('changed fields are named once, and invalid data is ignored', () => {
  const fields = ['phone', 'addressLine1', 'city', 'dateOfBirth', 'secretField']
  expect(activityWords(act({ name: 'profile_changed', data: { fields } }), 'anna').what).toBe(
    'Profile changed: Phone, Address, Date of birth',
  )
  expect(activityWords(act({ name: 'profile_changed', data: { fields: 7 } }), 'anna').what).toBe('Profile changed')
  expect(activityWords(act({ name: 'order_prepared', data: { number: {} } }), 'anna').what).toBe('Order created')
})

test('an unknown event reads as a change', () => {
  expect(activityWords(act({ name: 'flown' as AuditEvent }), 'anna').what).toBe(activityWords(act({}), 'anna').what)
})
