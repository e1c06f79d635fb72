import { expect, test } from 'vitest'
import { offerUntil } from './offer-window.ts'

/** By the clock in Copenhagen, in winter. */
const at = (local: string) => new Date(`${local}:00+01:00`)
const until = (now: string, startsAt: string) => offerUntil({ startsAt: at(startsAt) }, at(now)).toISOString()

test('an offer is held for a day, within a week of the start for six hours, within two days for two', () => {
  expect(until('2027-01-10T12:00', '2027-02-20T10:00')).toBe(at('2027-01-11T12:00').toISOString())
  expect(until('2027-02-15T12:00', '2027-02-20T10:00')).toBe(at('2027-02-15T18:00').toISOString())
  expect(until('2027-02-18T12:00', '2027-02-20T10:00')).toBe(at('2027-02-18T14:00').toISOString())
})

test('no offer ends between 21:00 and 9:00: it lasts until the morning', () => {
  expect(until('2027-01-10T20:59', '2027-02-20T10:00')).toBe(at('2027-01-11T20:59').toISOString())
  expect(until('2027-01-10T21:00', '2027-02-20T10:00')).toBe(at('2027-01-12T09:00').toISOString())
  expect(until('2027-01-10T03:00', '2027-02-20T10:00')).toBe(at('2027-01-11T09:00').toISOString())
  expect(until('2027-02-15T16:00', '2027-02-20T10:00')).toBe(at('2027-02-16T09:00').toISOString())
})

test('but never after the cut-off', () => {
  expect(until('2027-02-19T22:00', '2027-02-20T10:00')).toBe(at('2027-02-20T04:00').toISOString())
})

test('in the night when clocks change, it still ends at nine', () => {
  expect(
    offerUntil({ startsAt: new Date('2027-05-01T08:00:00Z') }, new Date('2027-03-27T21:00:00Z')).toISOString(),
  ).toBe('2027-03-29T07:00:00.000Z')
})
