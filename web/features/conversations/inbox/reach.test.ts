import { expect, test } from 'vitest'
import { mailAddress, phoneAddress } from './reach.ts'

test('an address is one address to a mail program, and nothing of it becomes a field', () => {
  expect(mailAddress('anna.holm@example.com')).toBe('mailto:anna.holm@example.com')
  expect(mailAddress('anna+boat@example.com')).toBe('mailto:anna%2Bboat@example.com')
  expect(mailAddress('a?bcc=b&c@example.com')).toBe('mailto:a%3Fbcc%3Db%26c@example.com')
})

test('a number is dialled without what makes it legible', () => {
  expect(phoneAddress('+45 20 12 34 56')).toBe('tel:+4520123456')
  expect(phoneAddress(' (0045) 20-12-34-56')).toBe('tel:004520123456')
})
