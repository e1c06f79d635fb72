import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPaymentRecord, keepPaymentRecord, readPaymentRecord } from './payment-record.ts'

const token = 'Ab3'.padEnd(40, 'x')
const hour = 60 * 60 * 1000

beforeEach(() => {
  localStorage.clear()
  forgetPaymentRecord('izy')
})

test('a record is remembered for one hour', () => {
  keepPaymentRecord('izy', token, 0)
  expect(localStorage.getItem('izytoken')).toContain(token)
  expect(readPaymentRecord('izy', hour - 1)).toBe(token)
  expect(readPaymentRecord('izy', hour)).toBeNull()
})

test('records of another product are not read', () => {
  keepPaymentRecord('other', token)
  expect(readPaymentRecord('izy')).toBeNull()
})

test('where local storage is refused a cookie remembers', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  keepPaymentRecord('izy', token)
  refused.mockRestore()
  expect(document.cookie).toContain(`izytoken=${token}`)
  expect(readPaymentRecord('izy')).toBe(token)
  forgetPaymentRecord('izy')
  expect(readPaymentRecord('izy')).toBeNull()
})

test('nonsense in the storage counts as nothing', () => {
  localStorage.setItem('izytoken', '{')
  expect(readPaymentRecord('izy')).toBeNull()
})
