import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId, newToken } from './new-id.ts'
import { createSecrets, hashToken } from './secrets.ts'

const secrets = createSecrets('a-key-of-a-test-that-is-long-enough')

test('an encrypted text is read only for its purpose, with its key, and unchanged', () => {
  const encrypted = secrets.encrypt('one', 'æøå secret')
  expect(encrypted).not.toContain('secret')
  expect(secrets.decrypt('one', encrypted)).toBe('æøå secret')
  expect(secrets.encrypt('one', 'æøå secret')).not.toBe(encrypted)
  expect(() => secrets.decrypt('two', encrypted)).toThrow()
  expect(() => createSecrets('another-key-of-a-test-long-enough!').decrypt('one', encrypted)).toThrow()
  expect(() => secrets.decrypt('one', `${encrypted.slice(0, -3)}AAA`)).toThrow()
  expect(() => secrets.decrypt('one', 'v3.abc')).toThrow('Unknown format')
})

const [oldKey, newKey] = ['the-key-before-that-is-long-enough!!', 'the-key-of-now-that-is-long-enough!!']

test('during a rotation the previous key reads and verifies, and the current one writes', () => {
  const [before, after] = [createSecrets(oldKey), createSecrets(newKey, [oldKey])]
  const [text, signature] = [before.encrypt('one', 'secret'), before.sign('one', 'text')]
  expect(after.decrypt('one', text)).toBe('secret')
  expect(after.verify('one', 'text', signature)).toBe(true)
  expect(() => before.decrypt('one', after.encrypt('one', 'secret'))).toThrow('not known')
  expect(before.verify('one', 'text', after.sign('one', 'text'))).toBe(false)
  // Servers that run with the old key first learn the new one, then change over, one after the other.
  const learnt = createSecrets(oldKey, [newKey])
  expect(learnt.decrypt('one', after.encrypt('one', 'secret'))).toBe('secret')
  expect(createSecrets(newKey).verify('one', 'text', signature)).toBe(false)
})

test('a stored text names its key without revealing it', () => {
  const after = createSecrets(newKey)
  expect(after.presentForm).toMatch(/^v2\.[\w-]{8}\.$/)
  expect(after.encrypt('one', 'x').startsWith(after.presentForm)).toBe(true)
  expect(createSecrets(oldKey).presentForm).not.toBe(after.presentForm)
})

/** Written by the first version, which did not name the key. */
const ofFirstVersion = (key: string, purpose: string, text: string): string => {
  const encryption = Buffer.from(hkdfSync('sha256', key, 'member-portal', 'encrypt', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
}

test('texts of the first format stay readable with the current key and a previous one', () => {
  const text = ofFirstVersion(oldKey, 'one', 'secret')
  expect(createSecrets(oldKey).decrypt('one', text)).toBe('secret')
  expect(createSecrets(newKey, [oldKey]).decrypt('one', text)).toBe('secret')
  expect(() => createSecrets(newKey).decrypt('one', text)).toThrow()
  expect(() => createSecrets(oldKey).decrypt('two', text)).toThrow()
})

test('a signature is valid for its text and purpose only', () => {
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
