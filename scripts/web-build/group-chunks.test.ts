import { expect, test } from 'vitest'
import { groupParts, type Load, type Part } from './group-chunks.ts'

const perFile = 10
const part = (name: string, size = 1, ...needs: string[]): Part => ({ name, size, needs })
const load = (...parts: string[]): Load => ({ parts: new Set(parts), weight: 1 })
const grouped = (parts: Part[], loads: Load[]) =>
  groupParts(parts, loads, perFile)
    .map((group) => group.toSorted().join(' '))
    .toSorted()

test('what is always loaded together is one file', () => {
  expect(grouped([part('page', 500), part('list', 500), part('other')], [load('page', 'list'), load('other')])).toEqual(
    ['list page', 'other'],
  )
})

test('what two pages share joins one of them when it costs less than a file', () => {
  const loads = [load('events', 'card'), load('club', 'card')]
  expect(grouped([part('events', 5), part('club', 500), part('card')], loads)).toEqual(['card events', 'club'])
})

test('nothing is joined that makes a page load more than it saves', () => {
  const parts = [part('events', 50), part('club', 50), part('card', 50)]
  expect(grouped(parts, [load('events', 'card'), load('club', 'card')])).toEqual(['card', 'club', 'events'])
})

test('a page that is full is not made larger', () => {
  const loads = [load('events', 'card'), { ...load('club', 'card'), most: 501 }]
  const parts = [part('events', 5), part('club', 500), part('card')]
  expect(grouped(parts, loads)).toEqual(['card', 'club', 'events'])
})
