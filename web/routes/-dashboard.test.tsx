import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { peopleQuery } from '#web/api/acting/people.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { forMeQuery, ticketsQuery } from '#web/features/events/queries.ts'
import { membershipsOfQuery } from '#web/features/memberships/queries.ts'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Page } from './-dashboard.tsx'

vi.mock('#web/features/memberships/holdings/family-table.tsx', () => ({ FamilyTable: () => null }))
vi.mock('#web/features/memberships/needs/family-needs.tsx', () => ({ attentionsOf: () => [], QuietOffers: () => null }))
vi.mock('#web/features/members/address-rules.ts', () => ({ missingInProfile: () => ({ required: [] }) }))
vi.mock('#web/features/home/coming-events.tsx', () => ({ default: () => null }))
vi.mock('#web/features/events/waiting/my-wishes.tsx', () => ({ default: () => null }))

let client: QueryClient

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  const member = { id: 'anna', firstName: 'Anna', lastName: 'Holm', email: null }
  useSessionState.setState({
    status: 'signed-in',
    member,
    self: member,
    roles: [{ orgKey: 'ALL', role: 'SUPERADMIN' }],
    offices: [],
  } as unknown as SessionState)
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden' }, { status: 403 }))
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const held = new Map([['anna', [{ status: 'active', orgId: 'row', memberships: [{ status: 'active' }] }]]]) as never
  client.setQueryData(membershipsOfQuery(['anna'], client).queryKey, held)
  client.setQueryData(organisationsQuery.queryKey, [])
  client.setQueryData(forMeQuery.queryKey, { pages: [[]], pageParams: [''] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const parts = {
  'unpaid orders': unpaidQuery('anna').queryKey,
  tickets: ticketsQuery('anna').queryKey,
  family: peopleQuery('anna').queryKey,
}
const drawWithout = (missing?: string) => {
  for (const [name, key] of Object.entries(parts)) if (name !== missing) client.setQueryData(key, [])
  drawPage(Page, { client })
  return screen.findByRole('heading', { level: 1 })
}

test('everything is done where nothing waits', async () => {
  const heading = await drawWithout()
  expect(heading.textContent).toBe('All done. Enjoy the season!')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(Object.keys(parts))('where %s could not be loaded, the page says so and nothing is done', async (missing) => {
  const heading = await drawWithout(missing)
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
  expect(heading.textContent).toBe('Your clubs, in one place')
})
