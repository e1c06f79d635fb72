import { expect, test } from 'vitest'
import type { Ticket } from '#contract/events/tickets.ts'
import { groupTickets, peopleOf } from './group-tickets.ts'

const everything = { personId: null, search: '' }

function ticket(id: string, eventId: string, changes: Partial<Ticket> = {}): Ticket {
  return {
    id,
    event: {
      id: eventId,
      orgId: 'o',
      orgKey: 'ROKLUB',
      orgName: 'Roskilde Roklub',
      title: `Meet-${eventId}`,
      kind: 'Regatta',
      startDate: '2026-12-12T09:00:00Z',
      endDate: '2026-12-12T13:00:00Z',
      timeZone: 'Europe/Copenhagen',
      place: 'Skovshoved Havn',
      address: '',
      hue: 200,
      picture: null,
    },
    memberId: 'anna',
    memberName: 'Anna Holm',
    isOwn: true,
    categoryName: 'Voksen',
    number: '4KQX-9M2T',
    status: 'valid',
    code: 'T1:X',
    isTest: false,
    past: false,
    boughtAt: '2026-11-01T09:00:00Z',
    boughtBy: 'Anna Holm',
    hasReceipt: true,
    returnable: false,
    ...changes,
  }
}
const alma = { memberId: 'alma', memberName: 'Alma Ærø', isOwn: false }
const shape = (groups: ReturnType<typeof groupTickets>['coming']) =>
  groups.map(({ event, tickets }) => [event.id, tickets.map(({ id }) => id)])

test('tickets are grouped by event in order, past ones apart', () => {
  const all = [ticket('1', 'b'), ticket('2', 'a', alma), ticket('3', 'b', alma), ticket('4', 'c', { past: true })]
  const { coming, past } = groupTickets(all, everything)
  expect(shape(coming)).toEqual([
    ['b', ['1', '3']],
    ['a', ['2']],
  ])
  expect(shape(past)).toEqual([['c', ['4']]])
})

test('filtering by person leaves out events without their tickets', () => {
  const all = [ticket('1', 'a'), ticket('2', 'b', alma), ticket('3', 'a', alma)]
  expect(shape(groupTickets(all, { personId: 'alma', search: '' }).coming)).toEqual([
    ['b', ['2']],
    ['a', ['3']],
  ])
})

test.each([
  ['meet-A', ['1', '3']],
  ['ALMA', ['2', '3']],
  ['ærø  havn', ['2', '3']],
  ['4kqx9m', ['1', '2', '3']],
  ['4kqx-9m2t', ['1', '2', '3']],
  ['alma anna', []],
  ['.*', []],
  ['   ', ['1', '2', '3']],
])('a search for %j finds %j', (search, found) => {
  const all = [ticket('1', 'a'), ticket('2', 'b', alma), ticket('3', 'a', alma)]
  const ids = groupTickets(all, { personId: null, search }).coming.flatMap(({ tickets }) => tickets.map(({ id }) => id))
  expect(ids.toSorted()).toEqual(found)
})

test('the user comes first, and nobody twice', () => {
  const all = [ticket('1', 'a', alma), ticket('2', 'a'), ticket('3', 'b', alma)]
  expect(peopleOf(all).map(({ name }) => name)).toEqual(['Anna Holm', 'Alma Ærø'])
  expect(peopleOf([])).toEqual([])
})
