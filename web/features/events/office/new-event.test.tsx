import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { NewEvent } from './new-event.tsx'
import { editedEventQuery } from './queries.ts'

const [own, made] = [2, 3].map((n) => `0190a000-0000-7000-8000-00000000000${n}`)
const club = { id: '0190a000-0000-7000-8000-000000000001', key: 'ROKLUB' }
const sent: string[] = []
const tokens: unknown[] = []
let client: QueryClient
let answer: Promise<void> | undefined

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sent.length = 0
  tokens.length = 0
  answer = undefined
  client = new QueryClient()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') {
      sent.push(new URL(address).pathname)
      tokens.push((JSON.parse(body as string) as { token?: string }).token)
    }
    await answer
    return new Response(JSON.stringify({ id: made }), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(cleanup)

/** The page of an event, which stays as it is when its address changes to another event. */
function EventPage() {
  const [copying, setCopying] = useState(false)
  const [creating, setCreating] = useState(false)
  return (
    <>
      <button onClick={() => setCopying(true)}>Duplicate</button>
      {copying && (
        <NewEvent club={club} event={{ id: own!, title: { da: 'Lejr' } }} onClose={() => setCopying(false)} />
      )}
      <button onClick={() => setCreating(true)}>New</button>
      {creating && <NewEvent club={club} onClose={() => setCreating(false)} />}
    </>
  )
}

/** Opens the page. */
async function open() {
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
  await screen.findByText('Duplicate')
  return router
}

/** Opens the page and sends the copy, twice. */
async function copy() {
  const router = await open()
  fireEvent.click(screen.getByText('Duplicate'))
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

test.each(['Duplicate', 'New'])('%s again after a lost answer asks for the draft that was made', async (name) => {
  const { promise, reject } = Promise.withResolvers<void>()
  answer = promise
  await open()
  fireEvent.click(screen.getByText(name))
  if (name === 'Duplicate') fireEvent.change(screen.getByLabelText('New day'), { target: { value: '2027-07-05' } })
  const create = () => fireEvent.click(screen.getByText('Create draft'))
  create()
  await waitFor(() => expect(tokens).toHaveLength(1))
  reject(new TypeError('Failed to fetch'))
  await screen.findByRole('alert')
  answer = undefined
  create()
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  fireEvent.click(screen.getByText(name))
  if (name === 'Duplicate') fireEvent.change(screen.getByLabelText('New day'), { target: { value: '2027-07-05' } })
  create()
  await waitFor(() => expect(tokens).toHaveLength(3))
  expect(tokens[0]).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(tokens[1]).toBe(tokens[0])
  expect(tokens[2]).not.toBe(tokens[0])
})
