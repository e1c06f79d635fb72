import { expect, test } from 'vitest'
import { newId, newToken } from './new-id.ts'
import { createSecrets, hashToken } from './secrets.ts'

const secrets = createSecrets('a-key-of-a-test-that-is-long-enough')

test('what is encrypted comes back for its purpose only, under its key only, unchanged only', () => {
  const encrypted = secrets.encrypt('one', 'æøå secret')
  expect(encrypted).not.toContain('secret')
  expect(secrets.decrypt('one', encrypted)).toBe('æøå secret')
  expect(secrets.encrypt('one', 'æøå secret')).not.toBe(encrypted)
  expect(() => secrets.decrypt('two', encrypted)).toThrow()
  expect(() => createSecrets('another-key-of-a-test-long-enough!').decrypt('one', encrypted)).toThrow()
  expect(() => secrets.decrypt('one', `${encrypted.slice(0, -3)}AAA`)).toThrow()
  expect(() => secrets.decrypt('one', 'v2.abc')).toThrow('unknown form')
})

test('a signature holds for its text and purpose only', () => {
  const signature = secrets.sign('one', 'text')
  expect(secrets.verify('one', 'text', signature)).toBe(true)
  expect(secrets.verify('one', 'text2', signature)).toBe(false)
  expect(secrets.verify('two', 'text', signature)).toBe(false)
  expect(secrets.verify('one', 'text', '')).toBe(false)
})

test('tokens are 40 letters and digits, ids are version 7 and grow with time', () => {
  const tokens = new Set(Array.from({ length: 1000 }, newToken))
  expect(tokens.size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(hashToken('a')).not.toBe(hashToken('b'))
})
