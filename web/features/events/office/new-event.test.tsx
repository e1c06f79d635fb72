import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { CopyEvent } from './new-event.tsx'

const [own, made] = [2, 3].map((n) => `0190a000-0000-7000-8000-00000000000${n}`)
const club = { id: '0190a000-0000-7000-8000-000000000001', key: 'ROKLUB' }
const sent: string[] = []

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sent.length = 0
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(new URL(address).pathname)
    return new Response(JSON.stringify({ id: made }), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(cleanup)

/** The page of an event, which stays as it is when its address changes to another event. */
function EventPage() {
  const [copying, setCopying] = useState(false)
  return (
    <>
      <button onClick={() => setCopying(true)}>Duplicate</button>
      {copying && (
        <CopyEvent club={club} event={{ id: own!, title: { da: 'Lejr' } }} onClose={() => setCopying(false)} />
      )}
    </>
  )
}

test("a copy from an event's own page makes one draft, closes its dialog and opens the draft", async () => {
  const rootRoute = createRootRoute()
  const path = '/office/$orgKey/events/$eventId'
  const router = createRouter({
    routeTree: rootRoute.addChildren([createRoute({ getParentRoute: () => rootRoute, path, component: EventPage })]),
    history: createMemoryHistory({ initialEntries: [`/office/ROKLUB/events/${own}`] }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByText('Duplicate'))
  fireEvent.change(screen.getByLabelText('New day'), { target: { value: '2027-07-05' } })
  const create = screen.getByText('Create draft').closest('button')!
  fireEvent.click(create)
  fireEvent.click(create)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/office/ROKLUB/events/${made}`))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(sent).toHaveLength(1)
})
