import { expect, test } from 'vitest'
import { inReach, withPerson } from './people-rows.ts'

const row = (memberId: string, membershipConfId = '') => ({ memberId, membershipConfId })

test('another person takes the place of nobody for whom something was chosen', () => {
  expect(withPerson([row('anna')], 'alma')).toEqual([row('alma')])
  expect(withPerson([row('anna', 'adult')], 'alma')).toEqual([row('anna', 'adult'), row('alma')])
  const rows = [row('alma', 'junior')]
  expect(withPerson(rows, 'alma')).toBe(rows)
})

test('whoever is out of reach takes no part any more, and somebody always does', () => {
  const people = [{ id: 'anna' }, { id: 'alma' }]
  const rows = [row('anna', 'adult'), row('bo', 'senior'), row('alma')]
  expect(inReach(rows, people, 'anna')).toEqual([row('anna', 'adult'), row('alma')])
  expect(inReach([row('bo', 'senior')], people, 'anna')).toEqual([row('anna')])
  expect(inReach([row('anna')], people, 'anna')).toEqual([row('anna')])
})
