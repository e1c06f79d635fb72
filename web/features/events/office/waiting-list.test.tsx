import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OfficeWaiting, OfficeWish } from '#contract/events/waiting.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { WaitingList } from './waiting-list.tsx'

const id = (end: number) => `00000000-0000-4000-8000-00000000000${end}`
const wish: OfficeWish = {
  id: id(1),
  buyer: 'Anna Holm',
  people: [],
  mode: 'all',
  atLeast: null,
  joinedAt: '2026-11-30T12:00:00Z',
  whyNot: 'no_place',
  fits: 0,
  least: 1,
  offeredUntil: null,
}

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a typed reason stays when the last one who waits leaves the list', async () => {
  overwriteGetLocale(() => 'en')
  const empty: OfficeWaiting = { wishes: [], next: null, total: { wishes: 0, people: 0 }, more: [] }
  let list: OfficeWaiting = { ...empty, wishes: [wish], total: { wishes: 1, people: 1 } }
  vi.stubGlobal('fetch', async () => Response.json(list))
  drawPage(() => <WaitingList event={{ orgId: id(2), eventId: id(3) }} mayWrite mayMessage={false} />, {
    client: queryClient,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Anna Holm' }))
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
  fireEvent.change(reason, { target: { value: 'Has moved away' } })
  list = empty
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Anna Holm' })).toBeNull())
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Has moved away')
})
