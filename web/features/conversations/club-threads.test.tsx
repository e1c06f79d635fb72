import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { ClubThreads } from './club-threads.tsx'
import { useThreadCounts } from './queries.ts'

const rowing = '0190a000-0000-7000-8000-00000000000a'
const tennis = '0190a000-0000-7000-8000-00000000000b'
const thread = '0190a000-0000-7000-8000-00000000000c'

const asked: string[] = []
let status: number

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  asked.length = 0
  status = 200
  vi.stubGlobal('fetch', async (address: URL | string) => {
    asked.push(new URL(address).search)
    const clubs = [{ orgId: rowing, waiting: 1, unread: 2, answered: thread }]
    return new Response(JSON.stringify({ threads: [], next: 'two', unread: 2, clubs }), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(cleanup)

function wrapper({ children }: { children: ReactNode }) {
  return (
    <MantineProvider>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})

function showThreads() {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ClubThreads orgId={rowing} /> }),
    history: createMemoryHistory(),
  })
  render(<RouterProvider router={router as never} />, { wrapper })
}

// Rendered together to share one request.
const use = (enabled: boolean) =>
  renderHook(() => [useThreadCounts(rowing, enabled), useThreadCounts(tennis, enabled)] as const, { wrapper }).result

test('one request counts the threads of all clubs', async () => {
  const clubs = use(true)
  await waitFor(() => expect(clubs.current[0]).toEqual({ waiting: 1, answers: 2, answered: thread }))
  expect(clubs.current[1]).toEqual({ waiting: 0, answers: 0, answered: null })
  expect(asked).toEqual([''])
})

test('nothing is fetched while disabled', () => {
  expect(use(false).current[0]).toEqual({ waiting: 0, answers: 0, answered: null })
  expect(asked).toEqual([])
})

test('the page of a club fetches only its threads, and shows that there are none', async () => {
  showThreads()
  await screen.findByText(/^Ask the club anything/)
  expect(asked).toEqual([`?orgId=${rowing}`])
})

test('a failed request is not shown as an empty list', async () => {
  status = 500
  showThreads()
  await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).not.toBeNull())
  await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).toBeNull())
  expect(screen.queryByText(/^Ask the club anything/)).toBeNull()
  // Failed requests are retried once.
  expect(asked).toEqual([`?orgId=${rowing}`, `?orgId=${rowing}`])
})
