import { expect, test } from 'vitest'
import { createSecrets } from '#server/database/secrets.ts'
import { HANDLE_MINUTES, isHandleOf, issueHandle } from './payment-handle.ts'

const secrets = createSecrets('a-key-of-a-test-that-is-long-enough')
const member = '01890000-0000-7000-8000-000000000001'
const other = '01890000-0000-7000-8000-000000000002'
const org = '01890000-0000-7000-8000-00000000000a'
const now = new Date('2026-05-01T12:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test('a handle is valid for its member and organisation for 15 minutes', () => {
  const handle = issueHandle(secrets, member, org, now)
  expect(handle).toMatch(/^psh_/)
  expect(isHandleOf(secrets, handle, member, org, after(HANDLE_MINUTES - 1))).toBe(true)
  expect(isHandleOf(secrets, handle, member, org, after(HANDLE_MINUTES + 1))).toBe(false)
  expect(isHandleOf(secrets, handle, other, org, now)).toBe(false)
  expect(isHandleOf(secrets, handle, member, other, now)).toBe(false)
})

test('an altered or forged handle is invalid', () => {
  const [, signature] = issueHandle(secrets, member, org, now).split('.')
  const later = Buffer.from(`${member}.${org}.9999999999`).toString('base64url')
  expect(isHandleOf(secrets, `psh_${later}.${signature}`, member, org, now)).toBe(false)
  for (const text of ['', 'psh_', 'psh_.', `psh_${later}`, 'psh_%%%.%%%', '0b7c1f52-6a3e-4c0e-9d55-3f1f0a6d1001']) {
    expect(isHandleOf(secrets, text, member, org, now)).toBe(false)
  }
})
