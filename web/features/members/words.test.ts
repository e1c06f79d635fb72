import { expect, test } from 'vitest'
import { InvitationStatus } from '#contract/members/family.ts'
import { ageOn, ageWords, statusWords } from './words.ts'

test.each([
  ['2015-11-21', 11],
  ['2015-11-22', 10],
  ['2015-11-20', 11],
  ['2026-11-21', 0],
  ['2016-02-29', 10],
])('somebody born on %s is %d on 21 November 2026', (birthday, age) => {
  expect(ageOn(birthday, '2026-11-21')).toBe(age)
})

test('an unknown or future birthday has no age', () => {
  expect(ageWords({ dateOfBirth: null })).toBeNull()
  expect(ageWords({ dateOfBirth: '2999-01-01' })).toBeNull()
})

test('every status has words; an unanswered invitation that ended was withdrawn', () => {
  const answeredAt = '2026-11-21T12:00:00.000Z'
  const labels = InvitationStatus.options.map((status) => statusWords({ status, answeredAt }).label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(statusWords({ status: 'ended', answeredAt: null }).label).not.toBe(
    statusWords({ status: 'ended', answeredAt }).label,
  )
})
