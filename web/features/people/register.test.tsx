import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClubMember } from '#contract/memberships/club-members.ts'
import type { SavedView } from '#contract/people/register.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Register } from './register.tsx'

/** As the server has it. */
let view: SavedView

const id = (end: number) => `00000000-0000-4000-8000-00000000000${end}`
const holm: ClubMember = {
  id: id(1),
  name: 'Anna Holm',
  dateOfBirth: null,
  age: null,
  status: 'none',
  statusUntil: null,
  memberships: [],
  household: [],
  email: 'anna@holm.dk',
  phone: '',
  postCode: '',
  city: 'Aarhus',
  since: '2026-01-01',
  number: 7,
  source: 'added',
  tags: [],
  own: {},
  managed: true,
  leftOn: null,
  version: 1,
}

const nothingMatches = globalThis.matchMedia

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  overwriteGetLocale(() => 'en')
  view = { id: 'view', version: 1, name: 'Rowers', shared: true, filter: null, columns: [], sort: null }
  vi.stubGlobal('scrollTo', () => undefined)
  // As in a browser, where a query without conditions matches.
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(nothingMatches(query), { matches: query === '' }))
  vi.stubGlobal('fetch', (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const path = String(url)
    if (method === 'GET' && path.includes('/views')) return Promise.resolve(Response.json([view]))
    if (method !== 'PUT')
      return Promise.resolve(
        Response.json(
          /\/members\b(?!\/)/.test(path) ? { people: [holm], total: 1, next: null, day: '2026-11-30' } : [],
        ),
      )
    const { version, ...fields } = JSON.parse(body as string) as SavedView
    if (version !== view.version)
      return Promise.resolve(
        Response.json({ code: 'changed_meanwhile', status: 409, title: '', data: { current: view } }, { status: 409 }),
      )
    view = { ...view, ...fields, version: version + 1 }
    return Promise.resolve(Response.json(view))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
})

test('a view that somebody else has saved meanwhile is shown before it is saved over, and keeps what is typed', async () => {
  drawPage(() => <Register club={{ id: 'club', key: 'ROKLUB' }} mayWrite money={false} />, {
    client: queryClient,
    at: '/?view=view',
  })
  fireEvent.click(await screen.findByRole('button', { name: 'More about the view Rowers' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  await screen.findByRole('dialog')
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  fireEvent.change(name(), { target: { value: 'Rowers of 2027' } })
  view = { ...view, version: 2, name: 'All rowers', sort: 'age' }
  await act(() => queryClient.invalidateQueries())
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Someone else saved this in the meantime')
  expect([view.name, name().value]).toEqual(['All rowers', 'Rowers of 2027'])
  fireEvent.click(screen.getByRole('button', { name: 'Save what I chose' }))
  await waitFor(() => expect(view).toMatchObject({ version: 3, name: 'Rowers of 2027', sort: 'age' }))
})

test('whoever is selected stays so when somebody else saves the view with other columns', async () => {
  drawPage(() => <Register club={{ id: 'club', key: 'ROKLUB' }} mayWrite money={false} />, {
    client: queryClient,
    at: '/?view=view',
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Anna Holm' }))
  expect(screen.queryByText('Aarhus')).toBeNull()
  view = { ...view, version: 2, columns: ['city'] }
  await act(() => queryClient.invalidateQueries())
  await screen.findByText('Aarhus')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Anna Holm' }).checked).toBe(true)
})
