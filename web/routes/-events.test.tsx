import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Page as MemberPage } from './-events.tsx'
import { Page as VisitorPage } from './-open-events.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['a member', MemberPage],
  ['a visitor', VisitorPage],
])('%s gets no list before the club in the address is known', async (_, Page) => {
  let isRefused = true
  /** Of which club each list of events is. */
  const lists: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: URL | string) => {
    const { pathname, searchParams } = new URL(address, 'http://portal')
    if (pathname.endsWith('/eve/list')) lists.push(searchParams.get('orgId'))
    if (searchParams.get('key') !== 'ROW') return Response.json([])
    return isRefused
      ? Response.json({ code: 'forbidden' }, { status: 403 })
      : Response.json([{ id: 'row', key: 'ROW', name: 'Rowing' }])
  })
  drawPage(Page, { client: new QueryClient({ defaultOptions: { queries: { retry: false } } }), at: '/?club=ROW' })
  await screen.findByRole('alert')
  expect(lists).toEqual([])
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(new Set(lists)).toEqual(new Set(['row'])))
})
