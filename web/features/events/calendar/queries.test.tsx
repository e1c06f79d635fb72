import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSessionState, type SessionState } from '#web/api/session/session.ts'
import { useNextEntry } from './queries.ts'

const event = (id: string, startDate: string, endDate: string) => ({
  id,
  title: id,
  orgKey: 'ROKLUB',
  orgName: 'Club',
  place: '',
  timeZone: 'Europe/Copenhagen',
  startDate,
  endDate,
})

test('an event that goes on beyond the week does not hide the next one', async () => {
  useSessionState.setState({ status: 'signed-in' } as SessionState)
  const coming = [
    event('camp', '2026-11-20T08:00:00Z', '2026-11-25T12:00:00Z'),
    event('training', '2026-11-26T17:00:00Z', '2026-11-26T19:00:00Z'),
  ]
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    return Response.json(coming.slice(0, Number(searchParams.get('limit'))))
  })
  const shown = {
    view: 'week',
    day: '2026-11-18',
    filter: { club: '', person: '' },
    entries: [],
    loading: false,
  } as const
  const { result } = renderHook(() => useNextEntry(shown), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current?.title).toBe('training'))
})
