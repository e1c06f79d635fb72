import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TeamDetail } from '#contract/people/teams.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { MarkAttendance } from './attendance.tsx'

const which = { orgId: 'club', teamId: 'juniors' }
const team = { members: [{ memberId: 'anna', name: 'Anna Holm', age: 12 }] } as unknown as TeamDetail
/** Days on which somebody was marked. */
let marked: unknown[]
/** The status with which marks are refused. */
let refusal: number | null

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  marked = []
  refusal = null
  vi.stubGlobal('fetch', (_: unknown, { method, body }: { readonly method: string; readonly body: string }) => {
    if (method === 'GET')
      return Promise.resolve(Response.json({ days: [], marks: [], today: '2026-11-30', next: null }))
    const { day, state } = JSON.parse(body) as { day: string; state: string }
    marked.push(day)
    if (refusal) return Promise.resolve(Response.json({ code: 'forbidden' }, { status: refusal }))
    return Promise.resolve(Response.json({ memberId: 'anna', day, state, by: 'Bo', at: '2026-11-30T10:00:00.000Z' }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

function Page() {
  const [day, setDay] = useState('2026-01-20')
  return <MarkAttendance {...{ which, team, day }} mayMark onDay={setDay} />
}

test('marks stay on their day while another is typed, or one that is still to come', async () => {
  drawPage(Page, { client: queryClient })
  const day = await screen.findByLabelText<HTMLInputElement>('Day')
  for (const value of ['0002-01-13', '0020-01-13', '0202-01-13', '2999-01-13', '']) {
    fireEvent.change(day, { target: { value } })
    expect(day.value).toBe(value)
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Came' }))
  await waitFor(() => expect(marked).toEqual(['2026-01-20']))
  fireEvent.change(day, { target: { value: '2026-01-13' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Came' }))
  await waitFor(() => expect(marked).toEqual(['2026-01-20', '2026-01-13']))
})

test('a mark that is refused for good is taken back; one that did not get through is kept to be sent again', async () => {
  drawPage(Page, { client: queryClient })
  const came = await screen.findByRole('button', { name: 'Came' })
  refusal = 503
  fireEvent.click(came)
  await screen.findByRole('alert')
  expect(came.ariaPressed).toBe('true')
  refusal = 403
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(came.ariaPressed).toBe('false')
})
