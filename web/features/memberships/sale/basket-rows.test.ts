import { expect, test } from 'vitest'
import {
  forOwnFamily,
  readRows,
  withClub,
  withoutRows,
  withPerson,
  withRestored,
  withRequested,
} from './basket-rows.ts'

const row = (memberId: string, membershipConfId = '', orgId = 'rowing') => ({ memberId, orgId, membershipConfId })

test('another person replaces empty rows, and joins chosen ones', () => {
  expect(withPerson([row('anna')], 'alma')).toEqual([row('alma')])
  expect(withPerson([row('anna', 'adult')], 'alma')).toEqual([row('anna', 'adult'), row('alma')])
  expect(withPerson([row('alma', 'junior')], 'alma')).toEqual([row('alma', 'junior')])
})

test('people who are no longer delegates are removed, but the basket is never empty', () => {
  const people = [{ id: 'anna' }, { id: 'alma' }]
  const rows = [row('anna', 'adult'), row('bo', 'senior'), row('alma')]
  expect(forOwnFamily(rows, people, 'anna')).toEqual([row('anna', 'adult'), row('alma')])
  expect(forOwnFamily([row('bo', 'senior')], people, 'anna')).toEqual([row('anna', '', '')])
  const all = [row('anna', 'adult')]
  expect(forOwnFamily(all, people, 'anna')).toBe(all)
})

test('requested rows join the basket and replace those of the same person and club', () => {
  const rows = [row('anna', 'adult'), row('alma', 'junior'), row('anna', 'senior', 'tennis'), row('viggo')]
  expect(withRequested(rows, [row('anna', 'passive')])).toEqual([
    row('alma', 'junior'),
    row('anna', 'senior', 'tennis'),
    row('anna', 'passive'),
  ])
})

test('empty rows follow a change of club', () => {
  const rows = [row('anna', '', ''), row('alma', '', ''), row('bo', 'senior', 'tennis')]
  expect(withClub(rows, 0, 'rowing')).toEqual([row('anna'), row('alma'), row('bo', 'senior', 'tennis')])
  expect(withClub([row('anna', 'adult'), row('alma')], 0, 'tennis')).toEqual([
    row('anna', '', 'tennis'),
    row('alma', '', 'tennis'),
  ])
})

test('removed rows are restored at their positions', () => {
  const rows = [row('anna', 'adult'), row('alma', 'junior'), row('anna', 'senior', 'tennis'), row('bo', 'adult')]
  const [left, removed] = withoutRows(rows, ({ memberId }) => memberId === 'anna')
  expect(left).toEqual([row('alma', 'junior'), row('bo', 'adult')])
  expect(withRestored(left, removed)).toEqual(rows)
})

test('a URL names a basket, each row in the club that sells it', () => {
  const sold = new Map([
    ['rowing', [{ id: 'adult' }, { id: 'junior' }]],
    ['tennis', [{ id: 'senior' }]],
  ])
  expect(readRows('anna.adult~alma.junior~anna.senior', sold)).toEqual([
    row('anna', 'adult'),
    row('alma', 'junior'),
    row('anna', 'senior', 'tennis'),
  ])
  expect(readRows('anna.~.adult~~a.adult.c~x~anna.sold-out', sold)).toEqual([])
  expect(readRows('anna.adult', undefined)).toEqual([])
})
