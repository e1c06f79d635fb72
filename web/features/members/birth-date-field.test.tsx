import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { BirthDateField } from './birth-date-field.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a birth date whose year is not whole is refused beside its field, and not sent', async () => {
  overwriteGetLocale(() => 'en')
  const anna = { id: 'anna', firstName: 'Anna', lastName: 'Holm', dateOfBirth: null, can: { edit: true } } as Member
  useSessionState.setState({ status: 'signed-in', member: anna, self: anna } as SessionState)
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  drawPage(() => <BirthDateField person={anna} />)
  const field = await screen.findByLabelText(/birth/)
  fireEvent.change(field, { target: { value: '0082-03-04' } })
  fireEvent.blur(field)
  expect(await screen.findByText('Enter a valid date.')).toBeDefined()
  expect(fetch).not.toHaveBeenCalled()
})
