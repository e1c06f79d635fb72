import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { editedEventQuery } from './queries.ts'
import { useRegistrationChanges } from './registration-queries.ts'

test('the editor counts its guests anew once some have moved', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ changed: 1 }))
  const client = new QueryClient()
  const { queryKey } = editedEventQuery('club', 'regatta')
  client.setQueryData(queryKey, {} as never)
  const { result } = renderHook(() => useRegistrationChanges({ orgId: 'club', eventId: 'regatta' }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await act(() => result.current.move.mutateAsync({ ids: ['anna'], category: 'child' } as never))
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  vi.unstubAllGlobals()
})
