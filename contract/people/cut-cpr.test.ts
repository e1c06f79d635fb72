import { expect, test } from 'vitest'
import { cutCpr } from './cut-cpr.ts'

test.each([
  ['150204-5234', '15-02-2004'],
  ['1502045234', '15-02-2004'],
  ['010185-1234', '01-01-1985'],
  ['010185 1234', '01-01-1985'],
  ['Holm, 150204-5234, bor hos mor', 'Holm, 15-02-2004, bor hos mor'],
  // Before 1900.
  ['010190-6234', '01-01-1890'],
  ['290204-4234', '29-02-2004'],
])('a civil registration number is cut to the birth date: %s', (text, cut) => {
  expect(cutCpr(text)).toEqual({ text: cut, count: 1 })
})

test.each(['+4520112233', '20 11 22 33', '4520112233', '15022004', '310204-5234', '12345678901234', '2004-02-15'])(
  'other numbers stay: %s',
  (text) => {
    expect(cutCpr(text)).toEqual({ text, count: 0 })
  },
)

test('among telephone numbers only what is surely one is cut', () => {
  // A Swedish mobile.
  expect(cutCpr('0702345678', { sure: true }).count).toBe(0)
  expect(cutCpr('0702345678').count).toBe(1)
  expect(cutCpr('070261-9990', { sure: true }).count).toBe(1)
  // Passes the check of numbers from before 2007.
  expect(cutCpr('0702619990', { sure: true }).count).toBe(0)
  expect(cutCpr('0702611008', { sure: true }).count).toBe(1)
})
