import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Route } from './_public.unsubscribe.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('whoever comes back to the page sees their answer and not the question', async () => {
  overwriteGetLocale(() => 'en')
  let wanted = true
  vi.stubGlobal('fetch', (_: string | URL, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') wanted = false
    return Promise.resolve(Response.json({ kind: 'events', wanted }))
  })
  const around = { client: new QueryClient(), at: '/?token=t' }
  const { unmount } = drawPage(Route.options.component!, around)
  fireEvent.click(await screen.findByRole('button', { name: 'Stop these e-mails' }))
  await screen.findByText(/won't get any more e-mails/)
  unmount()
  drawPage(Route.options.component!, around)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/won't get any more e-mails/)
})
