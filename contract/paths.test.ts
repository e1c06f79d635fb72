import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** Pairs that have been published. Routers agree on them, but programs that read the description must guess. */
const published = [
  'calendar-feed/{}/item ~ {}/membership/item',
  'eve/{}/item ~ {}/membership/item',
  'member/order/{} ~ member/{}/image',
  'member/saved-card/{} ~ member/{}/image',
  'member/thread/attachment/{} ~ member/thread/{}/item',
  'member/thread/attachment/{} ~ member/thread/{}/message',
  'member/thread/attachment/{} ~ member/thread/{}/read',
  'org/office/{}/item ~ org/{}/answer-template/item',
  'org/office/{}/item ~ org/{}/members/{}',
  'org/office/{}/item ~ org/{}/settings/item',
  'org/office/{}/left ~ org/{}/members/{}',
  'org/{}/config/payment/item/{} ~ org/{}/config/payment/{}/active',
  'org/{}/members/exports/{} ~ org/{}/members/{}/orders',
  'org/{}/members/exports/{} ~ org/{}/members/{}/threads',
  'org/{}/members/exports/{} ~ org/{}/members/{}/tickets',
  'org/{}/payments/exports/{} ~ org/{}/payments/{}/close',
  'org/{}/payments/exports/{} ~ org/{}/payments/{}/resume',
  'ticket/{}/item ~ {}/membership/item',
]

const isParameter = (part: string) => part === '{}'

/** Whether one address fits both paths, and neither path is the narrower one: each names a part that the other leaves open. */
function areAmbiguous(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  const pairs = one.map((part, index) => [part, other[index]!] as const)
  return (
    pairs.every(([a, b]) => a === b || isParameter(a) || isParameter(b)) &&
    pairs.some(([a, b]) => isParameter(a) && !isParameter(b)) &&
    pairs.some(([a, b]) => !isParameter(a) && isParameter(b))
  )
}

test('no address fits two paths, neither of which is the narrower one', () => {
  const endpoints = Object.values(api).flatMap((calls) => Object.values(calls) as Endpoint[])
  const paths = [...new Set(endpoints.map(({ path }) => path.replace(/^.*?\/v1\//, '').replaceAll(/\{\w+\}/g, '{}')))]
  const found = paths.toSorted().flatMap((one, index, all) =>
    all
      .slice(index + 1)
      .filter((other) => areAmbiguous(one.split('/'), other.split('/')))
      .map((other) => `${one} ~ ${other}`),
  )
  expect(found.toSorted()).toEqual(published)
})
