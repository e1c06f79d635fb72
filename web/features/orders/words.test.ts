import { beforeEach, expect, test } from 'vitest'
import type { OrderLine } from '#contract/orders/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { whenWords, whoWords } from './words.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))

const season = { memberName: 'Anna Holm', startDate: '2027-01-01', endDate: '2027-12-31', event: null }
const place = {
  memberName: 'Alma Holm',
  startDate: '2027-06-13',
  endDate: '2027-06-13',
  event: { categoryName: 'Child', startsAt: '2027-06-13T07:00:00.000Z', timeZone: 'Europe/Copenhagen' },
}

test('a term shows its dates, a place its category and the time where the event is', () => {
  expect(whoWords(season as OrderLine)).toBe('Anna Holm')
  expect(whenWords(season as OrderLine)).toMatch(/1 Jan.*31 Dec 2027/)
  expect(whoWords(place as OrderLine)).toBe('Alma Holm · Child')
  expect(whenWords(place as OrderLine)).toMatch(/13 June 2027 at 09:00/)
  const abroad = { ...place, event: { ...place.event, timeZone: 'America/New_York' } }
  expect(whenWords(abroad as OrderLine)).toMatch(/at 03:00/)
})
