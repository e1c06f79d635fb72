import { expect, test } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import { peopleOf } from './people.ts'

const member = (id: string, firstName: string, lastName = 'Holm') => ({ id, firstName, lastName }) as Member

test('the current user comes first and once; shared first names get a last name', () => {
  const anna = member('anna', 'Anna')
  const people = peopleOf(anna, [member('alma', 'Alma'), anna, member('other', 'Alma', 'Friis')])
  expect(people.map(({ short, self }) => [short, self])).toEqual([
    ['Anna', true],
    ['Alma Holm', false],
    ['Alma Friis', false],
  ])
})
