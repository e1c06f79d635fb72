import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ours = new Set([
  'web/ui/fields/money-field.tsx',
  'web/ui/words/typed-amount.ts',
  'web/ui/words/format.ts',
  'web/ui/theme/theme.ts',
])
const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file) && !ours.has(file))
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Files with lines that match, and those lines. */
const found = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )

test('no other input takes an amount or a number', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(found(/NumberInput|inputMode="decimal"|'decimal'|type="number"|type: 'number'|\? 'number' :/)).toEqual([])
})

test('every field with an amount for its label is the money field', () => {
  // The words of labels: prices, surcharges and amounts that are typed.
  const label = /label(?:=\{|: )m\.\w*(?:price|surcharge|amount)\w*\(/
  const wrong = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/<(\w+(?:Input|Field|Textarea|Autocomplete))\b([^<]*?)\/>/g)]
      .filter(([, tag, props]) => label.test(props!) && tag !== 'MoneyField')
      .map(([, tag]) => `${file}: ${tag}`),
  )
  expect(wrong).toEqual([])
  expect(sources.filter(({ text }) => text.includes('<MoneyField')).length).toBeGreaterThanOrEqual(5)
})

test('a browser fills in what it knows of the reader where a form asks for that alone', () => {
  const filled = found(/autoComplete=(?!["{]'?(?:off|new-password))/).map((line) => line.split(':')[0])
  const own = ['conversations/question-form', 'members/profile-fields', 'orders/checkout/billing-fields']
  expect(new Set(filled)).toEqual(new Set(own.map((form) => `web/features/${form}.tsx`)))
  // A participant's are not the reader's.
  expect(found(/autoComplete="/).filter((line) => line.includes('profile-fields'))).toEqual([])
})

test('only the parser makes øre of kroner', () => {
  // Shares of a whole are shown in per cent; a raised price is rounded in the contract.
  const perCent = /share|done|sold|zoom|progress|tickets|step|count/
  expect(found(/\* 100\b(?!_)/).filter((line) => !perCent.test(line))).toEqual([])
  expect(found(/Number\([^)]*replace\(','/)).toEqual([])
})
