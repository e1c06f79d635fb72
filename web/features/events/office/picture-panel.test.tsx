import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import type { Editor } from './event-form.ts'
import { PicturePanel } from './picture-panel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the words of a picture are saved one after the other', async () => {
  overwriteGetLocale(() => 'en')
  const sent: string[] = []
  const { promise: first, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (_: string | URL, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    if (method === 'GET') return Promise.resolve(new Response(null, { status: 404 }))
    sent.push((JSON.parse(body!) as { alt: { da: string } }).alt.da)
    return sent.length === 1 ? first : Promise.resolve(Response.json({}))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const editor = {
    club: { id: 'club' },
    event: { id: 'event', status: 'draft', picture: { version: 1, alt: { da: '' }, focalX: 50, focalY: 50 } },
    problemAt: () => undefined,
    onPartSaved: () => undefined,
  } as unknown as Editor
  const { unmount } = drawPage(() => <PicturePanel {...editor} />, { client })
  const field = await screen.findByLabelText('Description of the picture in Danish')
  fireEvent.change(field, { target: { value: 'Både' } })
  await waitFor(() => expect(sent).toEqual(['Både']))
  fireEvent.change(field, { target: { value: 'Både på fjorden' } })
  // Leaving saves at once.
  unmount()
  const saves = client.getMutationCache().getAll()
  expect(saves.map(({ state }) => state.isPaused)).toEqual([false, true])
  resolve(Response.json({}))
  await waitFor(() => expect(sent).toEqual(['Både', 'Både på fjorden']))
})
