import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { actingState, setActing } from '#web/api/acting/acting.ts'
import { useSessionState, type SessionState } from '#web/api/session/session.ts'
import { useEndLink } from '../queries.ts'

const bo = { as: 'relative', member: { id: 'bo' } } as NonNullable<ReturnType<typeof actingState>['acting']>

/** Ends a link while acting for Bo. @param now the answer to whom the user may act for afterwards */
async function end(now: () => Response) {
  vi.stubGlobal('fetch', async (url: string) =>
    /acting/.test(url) ? now() : Response.json({ status: 'success', message: 'Ended' }),
  )
  const { result } = renderHook(() => useEndLink(), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })
  await result.current.mutateAsync({ id: '1' })
  return actingState().acting?.member.id ?? null
}

beforeEach(() => {
  useSessionState.setState({ status: 'signed-in' } as SessionState)
  setActing({ acting: bo })
})

test('an invitation of somebody else is withdrawn, and Bo is still acted for', async () => {
  expect(await end(() => Response.json({ acting: bo }))).toBe('bo')
})

test('with the link to Bo, acting for him ends', async () => {
  const ended = () => Response.json({ code: 'acting_for_ended', title: 'Ended' }, { status: 403 })
  expect(await end(ended)).toBeNull()
})
