import { expect, test } from 'vitest'
import { lineOf } from './add-draft.ts'

test('a line is sent at the price that is shown: the one that is typed, or the one by the rules', () => {
  const line = { membershipConfId: 'm1', price: '' }
  expect(lineOf(line, 20_000)).toEqual({ membershipConfId: 'm1', price: 20_000 })
  expect(lineOf({ ...line, price: '150,50' }, 20_000)).toEqual({ membershipConfId: 'm1', price: 15_050 })
  expect(lineOf(line)).toEqual({ membershipConfId: 'm1' })
})
