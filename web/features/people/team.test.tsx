import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TeamDetail } from '#contract/people/teams.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { TeamPage } from './team.tsx'

const anna = { id: 'anna', name: 'Anna Holm', age: 12 }
/** As the server has it. */
let team: TeamDetail

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  team = { id: 'u15', version: 1, name: 'U15', season: '2026', archived: false, people: 0, trainers: [], members: [] }
  vi.stubGlobal('fetch', (address: string | URL, { method }: { readonly method: string }) => {
    const { pathname } = new URL(address)
    if (method === 'POST') {
      const { id: memberId, name, age } = anna
      const one = { memberId, name, age, role: 'player', guardian: null, days: 0, came: 0 } as const
      team = { ...team, people: 1, members: [one] }
      return Promise.resolve(Response.json({ added: 1, skipped: 0 }))
    }
    if (pathname.endsWith('/u15/item')) return Promise.resolve(Response.json(team))
    if (pathname.endsWith('/events')) return Promise.resolve(Response.json([]))
    return Promise.resolve(Response.json({ people: [anna], total: 1, next: null }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const Page = () => (
  <TeamPage
    club={{ id: 'club', key: 'ROKLUB' }}
    teamId="u15"
    mayRead={false}
    mayWrite
    mayMark
    tab={undefined}
    day={undefined}
    onChange={() => {}}
  />
)

test('whoever adds the first people of a new team stays at the search', async () => {
  drawPage(Page, { client: queryClient })
  const search = await screen.findByRole<HTMLInputElement>('searchbox')
  fireEvent.change(search, { target: { value: 'holm' } })
  fireEvent.click(await screen.findByRole('button', { name: /Anna Holm/ }))
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('People')
  expect(search.isConnected && search.value).toBe('holm')
})

test('how many a search has found is said in a place that was there before', async () => {
  drawPage(Page, { client: queryClient })
  const search = await screen.findByRole('searchbox')
  const places = screen.getAllByRole('status')
  fireEvent.change(search, { target: { value: 'holm' } })
  await waitFor(() => expect(places.map(({ textContent }) => textContent)).toContain('Found: 1'))
})
