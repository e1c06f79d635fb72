import { expect, test } from 'vitest'
import { addressOf } from './page-files.ts'

test.each([
  ['/_member/', '/'],
  ['/_member/events', '/events'],
  ['/_member/$orgKey/events/$id/', '/{orgKey}/events/{id}'],
  ['/_member/event-{$id}-detail', '/event-{id}-detail'],
  ['/_member/my-profile_/history', '/my-profile/history'],
  ['/contact-us', '/contact-us'],
])('the route %s is the page %s of the server', (id, address) => {
  expect(addressOf(`const Route = createFileRoute('${id}')({})`)).toBe(address)
})

test('a guard and what is no route have no page', () => {
  expect([addressOf("createFileRoute('/_member')({})"), addressOf('export const x = 1')]).toEqual([
    undefined,
    undefined,
  ])
})
