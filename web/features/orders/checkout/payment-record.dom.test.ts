import { beforeEach, expect, test, vi } from 'vitest'
import { writeValue } from '#web/api/local-storage.ts'
import { basketOf, forgetPaymentRecord, savePaymentRecord, readPaymentRecord } from './payment-record.ts'

const token = 'Ab3'.padEnd(40, 'x')
const hour = 60 * 60 * 1000

const other = 'Cd4'.padEnd(40, 'y')

beforeEach(() => {
  writeValue('browser', 'izytoken', null)
  localStorage.clear()
  document.cookie = 'izytoken=; Path=/; Max-Age=0'
})

test('a record lasts one hour', () => {
  savePaymentRecord('izy', token, [token], 0)
  expect(localStorage.getItem('izytoken')).toContain(token)
  expect(readPaymentRecord('izy', hour - 1)).toBe(token)
  expect(readPaymentRecord('izy', hour)).toBeNull()
})

test('records of another product are not read', () => {
  savePaymentRecord('other', token)
  expect(readPaymentRecord('izy')).toBeNull()
})

test('without local storage a cookie is used', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  savePaymentRecord('izy', token)
  refused.mockRestore()
  expect(document.cookie).toContain(`izytoken=${token}`)
  expect(readPaymentRecord('izy')).toBe(token)
  forgetPaymentRecord('izy', token)
  expect(readPaymentRecord('izy')).toBeNull()
})

test('a basket’s orders stay together, whichever is paid next', () => {
  savePaymentRecord('izy', token, [token, other], 0)
  savePaymentRecord('izy', other, undefined, 1000)
  expect(readPaymentRecord('izy', 2000)).toBe(other)
  expect(basketOf('izy', token, 2000)).toEqual([token, other])
  expect(basketOf('izy', other, hour + 999)).toEqual([token, other])
  expect(basketOf('izy', other, hour + 1000)).toEqual([other])
})

test('an order outside the basket replaces it', () => {
  savePaymentRecord('izy', token, [token, other])
  const alone = 'Ef5'.padEnd(40, 'z')
  expect(basketOf('izy', alone)).toEqual([alone])
  savePaymentRecord('izy', alone)
  expect(basketOf('izy', token)).toEqual([token])
})

test('an order paid elsewhere keeps another order’s record', () => {
  savePaymentRecord('izy', token)
  forgetPaymentRecord('izy', other)
  expect(readPaymentRecord('izy')).toBe(token)
  forgetPaymentRecord('izy', token)
  expect(readPaymentRecord('izy')).toBeNull()
})

test('the cookie stores a basket, too', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  savePaymentRecord('izy', other, [token, other])
  refused.mockRestore()
  expect(readPaymentRecord('izy')).toBe(other)
  expect(basketOf('izy', token)).toEqual([token, other])
})

test('invalid stored data is ignored', () => {
  localStorage.setItem('izytoken', '{')
  expect(readPaymentRecord('izy')).toBeNull()
})
