import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { CopyEvent } from './new-event.tsx'
import { editedEventQuery } from './queries.ts'

const [own, made] = [2, 3].map((n) => `0190a000-0000-7000-8000-00000000000${n}`)
const club = { id: '0190a000-0000-7000-8000-000000000001', key: 'ROKLUB' }
const sent: string[] = []
let client: QueryClient
let answer: Promise<void> | undefined

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sent.length = 0
  answer = undefined
  client = new QueryClient()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(new URL(address).pathname)
    await answer
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

/** Opens the page and sends the copy, twice. */
async function copy() {
  history.replaceState(null, '', `/office/ROKLUB/events/${own}`)
  const rootRoute = createRootRoute()
  const event = { path: '/office/$orgKey/events/$eventId', component: EventPage }
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, ...event }),
      createRoute({ getParentRoute: () => rootRoute, path: '/elsewhere', component: () => <p>Elsewhere</p> }),
    ]),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByText('Duplicate'))
  fireEvent.change(screen.getByLabelText('New day'), { target: { value: '2027-07-05' } })
  const create = screen.getByText('Create draft').closest('button')!
  fireEvent.click(create)
  fireEvent.click(create)
  return router
}

test("a copy from an event's own page makes one draft, closes its dialog and opens the draft", async () => {
  const router = await copy()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/office/ROKLUB/events/${made}`))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(sent).toHaveLength(1)
})

test('a page that was left meanwhile opens no draft', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = promise
  const router = await copy()
  await act(() => router.navigate({ href: '/elsewhere' }))
  await screen.findByText('Elsewhere')
  const go = vi.spyOn(router, 'navigate')
  resolve()
  await waitFor(() => expect(client.getQueryData(editedEventQuery(club.id, made!).queryKey)).toBeTruthy())
  expect(go).not.toHaveBeenCalled()
})
