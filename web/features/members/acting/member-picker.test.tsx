import { expect, test } from 'vitest'
import { isFound } from './member-picker.tsx'

const anna = { id: '', firstName: 'Anna', lastName: 'Østergård', email: 'a.holm@example.com' }

test.each([
  ['', true],
  ['ann', true],
  ['ØSTER', true],
  ['anna øst', true],
  [' HOLM@ ', true],
  ['gård\na', true],
  ['bo', false],
  ['%', false],
])('%j finds her: %s', (search, found) => {
  expect(isFound(anna, search)).toBe(found)
})

test('somebody without an e-mail address is found by name', () => {
  expect(isFound({ ...anna, email: null }, 'anna')).toBe(true)
  expect(isFound({ ...anna, email: null }, 'null')).toBe(false)
})
