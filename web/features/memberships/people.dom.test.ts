import { expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import { peopleOf } from './people.ts'

const member = (id: string, firstName: string, lastName = 'Holm') => ({ id, firstName, lastName }) as Member

test('the reader comes first and once; who shares a first name is told apart', () => {
  const anna = member('anna', 'Anna')
  const people = peopleOf(anna, [member('alma', 'Alma'), anna, member('other', 'Alma', 'Friis')])
  expect(people.map(({ short, self }) => [short, self])).toEqual([
    ['Anna', true],
    ['Alma Holm', false],
    ['Alma Friis', false],
  ])
})
