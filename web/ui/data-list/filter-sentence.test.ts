import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Filter } from '#contract/filters.ts'
import { getLocale, overwriteGetLocale } from '#words/runtime.js'
import { type Fields, choiceWords, filterSentence } from './filter-sentence.ts'

const given = getLocale
afterEach(() => overwriteGetLocale(given))
beforeEach(() => overwriteGetLocale(() => 'en'))

const options = [
  { value: 'active', label: 'active' },
  { value: 'grace', label: 'in grace' },
]
const fields: Fields = {
  status: { kind: 'choice', label: 'Status', options, says: (condition) => choiceWords(condition, { options }) },
  age: { kind: 'number', label: 'Age' },
  since: { kind: 'date', label: 'Member since' },
  paid: { kind: 'money', label: 'Paid' },
  name: { kind: 'text', label: 'Name' },
}
const active = { field: 'status', op: 'any_of', values: ['active'] } as const
const young = { field: 'age', op: 'below', value: 18 } as const

test.each<[Filter, string, string]>([
  [young, 'Age under 18', 'Age under 18'],
  [{ all: [active, young] }, 'active, Age under 18', 'active, Age under 18'],
  [{ not: young }, 'not Age under 18', 'ikke Age under 18'],
  [
    { any: [active, { all: [young, active] }] },
    'active or (Age under 18, active)',
    'active eller (Age under 18, active)',
  ],
  [{ ...active, values: ['active', 'grace'] }, 'active or in grace', 'active eller in grace'],
  [
    { any: [{ ...active, values: ['active', 'grace'] }, young, { not: young }] },
    '(active or in grace), Age under 18 or not Age under 18',
    '(active eller in grace), Age under 18 eller ikke Age under 18',
  ],
  [{ not: { ...active, values: ['active', 'grace'] } }, 'not (active or in grace)', 'ikke (active eller in grace)'],
  [{ not: { any: [active, young] } }, 'not (active or Age under 18)', 'ikke (active eller Age under 18)'],
  [
    { field: 'since', op: 'from', value: '2026-03-01' },
    'Member since on or after 1 March 2026',
    'Member since fra og med 1. marts 2026',
  ],
  [
    { field: 'paid', op: 'between', from: 10_000, to: 20_050 },
    'Paid from DKK\u00a0100.00 to DKK\u00a0200.50',
    'Paid fra 100,00\u00a0kr. til 200,50\u00a0kr.',
  ],
  [{ field: 'name', op: 'contains', value: '%' }, 'Name contains “%”', 'Name indeholder “%”'],
  [{ field: 'age', op: 'empty' }, "Age isn't given", 'Age er ikke oplyst'],
])('%j', (filter, english, danish) => {
  expect(filterSentence(filter, fields)).toBe(english)
  overwriteGetLocale(() => 'da')
  expect(filterSentence(filter, fields)).toBe(danish)
})
