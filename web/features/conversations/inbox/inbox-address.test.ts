import { expect, test } from 'vitest'
import { placePath, readPlace, type InboxPlace } from './inbox-address.ts'

const at = (path: string) =>
  readPlace('ROKLUB', Object.fromEntries(new URL(path, 'https://portal.example').searchParams))

test.each<InboxPlace>([
  { orgKey: 'ROKLUB', threadId: null, state: 'open', q: '' },
  { orgKey: 'ROKLUB', threadId: 'one', state: 'all', q: 'boat & oars' },
  { orgKey: 'ROKLUB', threadId: null, state: 'closed', q: '' },
])('the place %j is found again at its address', (place) => {
  expect(at(placePath(place))).toEqual(place)
})

test('invalid search parameters are ignored', () => {
  expect(at(`/office/ROKLUB/inbox?state=lost&q=${'x'.repeat(150)}&thread=`)).toEqual({
    orgKey: 'ROKLUB',
    threadId: null,
    state: 'open',
    q: 'x'.repeat(100),
  })
  expect(readPlace('ROKLUB', { state: 7, q: { a: 1 } })).toEqual({
    orgKey: 'ROKLUB',
    threadId: null,
    state: 'open',
    q: '',
  })
})
