import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClubNote } from '#contract/people/notes.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { PersonNotes } from './notes.tsx'
import { notesQuery, type Whose } from './queries.ts'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const whose = { club: { id: 'club', key: 'ROKLUB' }, memberId: 'anna' } as Whose
const note: ClubNote = {
  id: 'first',
  version: 1,
  kind: 'note',
  text: 'Rows on Mondays',
  followUpOn: null,
  doneAt: null,
  author: 'Bo',
  at: '2026-11-01T10:00:00.000Z',
}

const button = (name: string) => screen.getByRole('button', { name })
const typed = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })

test('a note that is begun is asked about before another one, or another page, takes its place', async () => {
  queryClient.setQueryData(notesQuery(whose).queryKey, {
    pages: [{ notes: [note], next: null, total: 1 }],
    pageParams: [null],
  })
  queryClient.setQueryDefaults(notesQuery(whose).queryKey, { staleTime: Infinity })
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: '/',
        component: () => <PersonNotes whose={whose} mayWrite />,
      }),
      createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>Another page</p> }),
    ]),
    history: createMemoryHistory(),
  })
  drawPage(router, { client: queryClient })
  fireEvent.click(await screen.findByRole('button', { name: 'New note' }))
  fireEvent.change(typed(), { target: { value: 'A long talk about her boat' } })

  for (const leave of [
    () => fireEvent.click(button('Edit the note: Rows on Mondays')),
    () => fireEvent.click(button('Cancel')),
    () => router.history.push('/other'),
  ]) {
    leave()
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(typed().value).toBe('A long talk about her boat')
  }

  fireEvent.click(button('Edit the note: Rows on Mondays'))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(typed().value).toBe('Rows on Mondays'))
  router.history.push('/other')
  await screen.findByText('Another page')
})

test('a note whose day to follow up is typed in part is not saved without one', async () => {
  queryClient.setQueryData(notesQuery(whose).queryKey, {
    pages: [{ notes: [], next: null, total: 0 }],
    pageParams: [null],
  })
  queryClient.setQueryDefaults(notesQuery(whose).queryKey, { staleTime: Infinity })
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  drawPage(() => <PersonNotes whose={whose} mayWrite />, { client: queryClient })
  fireEvent.click(await screen.findByRole('button', { name: 'New note' }))
  fireEvent.change(typed(), { target: { value: 'Call her' } })
  const day = screen.getByLabelText<HTMLInputElement>('Follow up on')
  // Not in this DOM.
  day.scrollIntoView = () => {}
  Object.defineProperty(day, 'validity', { value: { badInput: true } })
  fireEvent.keyDown(day, { key: 'Enter' })
  fireEvent.submit(day.form!)
  expect(await screen.findByText('Choose a day of this century.')).toBeDefined()
  expect(fetch).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
