import { expect, test } from 'vitest'
import type { SessionState } from '#web/api/session/session.ts'
import { isMailed } from './club-threads.tsx'

const signedIn = (email: string | null) => ({ status: 'signed-in', self: { email } }) as SessionState

test('members without a confirmed address are not promised email', () => {
  expect(isMailed(signedIn('anna@example.com'))).toBe(true)
  expect(isMailed(signedIn(null))).toBe(false)
  expect(isMailed({ status: 'signed-out', failed: null, offlineMemberId: null })).toBe(true)
})
