import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Invitation } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { NotificationDays } from './notification-days.tsx'

const member = { id: 'bo', email: 'bo@example.com' } as Member
const request = {
  id: 'request',
  type: 'FAMILY_LINK_REQUEST',
  title: 'Family link request',
  message: '',
  createdAt: '2026-11-30T12:00:00.000Z',
  data: { invitationId: 'invitation', inviteeEmail: 'bo@example.com' },
} as unknown as Notification
const invitation = {
  id: 'invitation',
  inviterEmail: 'anna@example.com',
  inviteeEmail: 'bo@example.com',
  can: { answer: true },
} as Invitation

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  useSessionState.setState({ status: 'signed-in', member, self: member } as SessionState)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test.each([
  ['an answered family request is read', Response.json({ status: 'success', message: 'Linked.' }), 1],
  ['one that could not be answered is not', Response.json({ code: 'impersonator_refused' }, { status: 403 }), 0],
])('%s', async (_, answer, times) => {
  vi.stubGlobal('reportError', () => undefined)
  vi.stubGlobal('fetch', (__: unknown, { method }: { readonly method: string }) =>
    Promise.resolve(method === 'GET' ? Response.json([invitation]) : answer),
  )
  const actions = { read: vi.fn(), readAll: vi.fn(), remove: vi.fn() }
  drawPage(() => <NotificationDays notifications={[request]} actions={actions} />, { client: queryClient })
  const approve = await screen.findByRole('button', { name: 'Approve' })
  fireEvent.click(approve)
  await waitFor(() => expect(approve.hasAttribute('data-loading')).toBe(true))
  await waitFor(() => expect(approve.hasAttribute('data-loading')).toBe(false))
  expect(actions.read).toHaveBeenCalledTimes(times)
})
