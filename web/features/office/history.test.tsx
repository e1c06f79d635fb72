import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { OfficeHistoryPage } from './history.tsx'

/** Days that the server was asked for. */
let asked: (string | null)[]

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  asked = []
  vi.stubGlobal('fetch', (url: string | URL) => {
    const { pathname, searchParams } = new URL(url, 'http://portal')
    if (pathname.endsWith('/history/list')) asked.push(searchParams.get('from'))
    return Promise.resolve(Response.json({ entries: [], people: [], total: 0, next: null }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const draw = (at: string) => {
  drawPage(() => <OfficeHistoryPage club={{ id: 'club', key: 'ROKLUB' } as never} />, { client: queryClient, at })
  return screen.findByLabelText<HTMLInputElement>('From')
}

test('a day that is typed key by key counts once its year is complete', async () => {
  const from = await draw('/')
  for (const value of ['0002-12-24', '0020-12-24', '0202-12-24', '2026-12-24']) {
    fireEvent.change(from, { target: { value } })
    expect(from.value).toBe(value)
  }
  await waitFor(() => expect(asked).toEqual([null, '2026-12-24']))
})

test('a year that is not finished is gone when the field is left', async () => {
  const from = await draw('/?from=2026-11-01')
  fireEvent.change(from, { target: { value: '0002-11-01' } })
  fireEvent.blur(from)
  expect(from.value).toBe('2026-11-01')
})

test('a day that does not exist is no filter', async () => {
  await draw('/?from=2026-02-31')
  await waitFor(() => expect(asked).toEqual([null]))
})
