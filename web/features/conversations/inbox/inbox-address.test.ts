import { expect, test } from 'vitest'
import { placePath, readPlace, type InboxPlace } from './inbox-address.ts'

const at = (path: string) => readPlace(Object.fromEntries(new URL(path, 'https://portal.example').searchParams))

test.each<InboxPlace>([
  { org: null, threadId: null, state: 'open', q: '' },
  { org: 'ROKLUB', threadId: 'one', state: 'all', q: 'boat & oars' },
  { org: null, threadId: null, state: 'closed', q: '' },
])('the place %j is found again at its address', (place) => {
  expect(at(placePath(place))).toEqual(place)
})

test('invalid search parameters are ignored', () => {
  expect(at(`/admin/inbox?state=lost&q=${'x'.repeat(150)}&thread=`)).toEqual({
    org: null,
    threadId: null,
    state: 'open',
    q: 'x'.repeat(100),
  })
  expect(readPlace({ state: 7, q: { a: 1 } })).toEqual({ org: null, threadId: null, state: 'open', q: '' })
})
