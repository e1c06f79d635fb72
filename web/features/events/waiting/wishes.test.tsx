import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useJoin, waitingQuery } from './wishes.ts'

afterEach(cleanup)

test('a wish of another tab is shown once joining again is refused', async () => {
  let wish: object | null = null
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ wish })
    wish = { id: 'w1' }
    return Response.json({ code: 'already_waiting', title: '', type: '', status: 409 }, { status: 409 })
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => ({ join: useJoin(), read: useQuery(waitingQuery('e1')) }), { wrapper })
  await waitFor(() => expect(result.current.read.data).toEqual({ wish: null }))
  result.current.join.mutate({ eventId: 'e1', people: [], mode: 'all' })
  await waitFor(() => expect(result.current.read.data).toEqual({ wish: { id: 'w1' } }))
})
