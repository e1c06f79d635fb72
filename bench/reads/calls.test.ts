import { expect, test } from 'vitest'
import { allReads } from './calls.ts'

test('every read of the contract is measured, or says why not', () => {
  expect(() => allReads()).not.toThrow()
})
