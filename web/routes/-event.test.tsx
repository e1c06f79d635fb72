import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { waitingQuery } from '#web/features/events/waiting/wishes.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Page } from './-event.tsx'

const eventId = '0190a000-0000-7000-8000-000000000001'
const start = '2027-07-01T10:00:00Z'
const event = {
  id: eventId,
  orgKey: 'ROKLUB',
  orgName: 'Roklubben',
  title: 'Night row',
  startDate: start,
  endDate: start,
  timeZone: 'Europe/Copenhagen',
  description: '',
  price: { minor: 0, currency: 'DKK' },
  places: { capacity: 1, left: 0 },
  gates: [{ code: 'event_sale_ended', until: start }],
  categories: [],
  people: [],
  tickets: 0,
}
const wish = {
  id: 'wish',
  eventId,
  mode: 'all',
  people: [{ memberId: 'alma', name: 'Alma', served: false, problem: 'event_sale_ended' }],
  before: { wishes: 0, people: 0 },
  offer: null,
}
let own: typeof wish | null

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  own = wish
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const path = new URL(address).pathname
    if (path.endsWith('/item')) return Response.json(event)
    if (path.endsWith(`/${eventId}/waiting`))
      return Response.json({ all: { wishes: 1, people: 1 }, wish: own, until: start, isOpen: true })
    return Response.json([wish])
  })
})
afterEach(cleanup)

function openPage() {
  const root = createRootRoute()
  const layout = createRoute({ getParentRoute: () => root, id: '_open' })
  const page = createRoute({ getParentRoute: () => layout, path: '$orgKey/events/$id/', component: Page })
  const router = createRouter({
    routeTree: root.addChildren([layout.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [`/ROKLUB/events/${eventId}`] }),
  })
  const client = new QueryClient()
  drawPage(router, { client })
  return client
}

test('whoever waits sees why and can leave, also when nobody can join any more', async () => {
  const client = openPage()
  const leave = { name: 'Leave the waiting list' }
  await screen.findByRole('button', leave)
  expect(screen.getByText('No tickets are on sale right now.')).toBeTruthy()
  own = null
  void client.refetchQueries(waitingQuery(eventId))
  await waitFor(() => expect(screen.queryByRole('button', leave)).toBeNull())
  expect(screen.queryByRole('button', { name: 'Join the waiting list' })).toBeNull()
})

test('an unpaid order that another tab cancelled is said to be cancelled', async () => {
  const order = {
    id: 'order',
    token: 'token',
    orgId: 'club',
    orgKey: 'ROKLUB',
    orgName: 'Roklubben',
    confirming: false,
    reservedUntil: '2049-03-02T11:05:00Z',
    total: { minor: 90_000, currency: 'DKK' },
    lines: [
      {
        title: 'Night row',
        memberName: 'Alma',
        event: null,
        startDate: null,
        endDate: null,
        parts: { discount: event.price },
      },
    ],
    can: { pay: true, cancel: true },
  }
  useSessionState.setState({ status: 'signed-in', member: { id: 'anna' }, self: { id: 'anna' } } as SessionState)
  let unpaid = [order]
  const get = fetch
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const path = new URL(address).pathname
    if (path.endsWith('/orders/unpaid')) return Response.json(unpaid)
    if (path.includes('/order/')) return Response.json({ status: 'cancelled', own: null })
    if (!path.endsWith('/item')) return get(address)
    const entries = unpaid.map(() => ({ status: 'held' }))
    return Response.json({ ...event, people: [{ memberId: 'alma', name: 'Alma', choices: [], entries }] })
  })
  const client = openPage()
  expect(await screen.findByRole('region', { name: /^You have an unpaid order/ })).toBeTruthy()
  unpaid = []
  await client.refetchQueries()
  expect(await screen.findByRole('region', { name: /^This order was cancelled/ })).toBeTruthy()
})
