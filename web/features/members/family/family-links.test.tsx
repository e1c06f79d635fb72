import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { FamilyLinks } from './family-links.tsx'

const member = { id: 'anna', email: 'anna@example.com' } as Member
/** Answers the invitation that is on its way. */
let answer: () => void

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sessionStorage.clear()
  useSessionState.setState({ status: 'signed-in', member, self: member } as SessionState)
  vi.stubGlobal('fetch', (_: unknown, { method }: { readonly method: string }) =>
    method === 'GET'
      ? Promise.resolve(Response.json([]))
      : new Promise((resolve) => (answer = () => resolve(Response.json({ status: 'success', message: '' })))),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('the next address that is typed while an invitation is being sent stays', async () => {
  drawPage(() => <FamilyLinks member={member} />, { client: queryClient })
  const field = await screen.findByLabelText<HTMLInputElement>("The other person's e-mail address")
  const send = screen.getByRole('button', { name: 'Send invitation' })
  fireEvent.change(field, { target: { value: 'bo@example.com' } })
  fireEvent.click(send)
  await waitFor(() => expect(queryClient.isMutating()).toBe(1))
  fireEvent.change(field, { target: { value: 'carl@example.com' } })
  answer()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(field.value).toBe('carl@example.com')
  fireEvent.click(send)
  await waitFor(() => expect(queryClient.isMutating()).toBe(1))
  answer()
  await waitFor(() => expect(field.value).toBe(''))
})
