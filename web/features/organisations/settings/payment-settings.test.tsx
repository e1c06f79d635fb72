import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentSettings as Settings } from '#contract/payments/key.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { PaymentSettings } from './payment-settings.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a key that is typed while another is tried stays', async () => {
  overwriteGetLocale(() => 'en')
  const settings: Settings = { key: null, testMode: true, merchant: null, changed: null }
  const saving = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET' ? Response.json(settings) : saving.promise,
  )
  drawPage(() => <PaymentSettings orgId="00000000-0000-4000-8000-000000000001" />, { client: queryClient })
  const field = await screen.findByLabelText<HTMLInputElement>("The club's key")
  fireEvent.change(field, { target: { value: 'key-of-the-old-account' } })
  fireEvent.click(screen.getByRole('button', { name: 'Try and save the key' }))
  fireEvent.change(field, { target: { value: 'key-of-the-new-account' } })
  saving.resolve(Response.json({ ...settings, key: { hint: 'ount', at: null, by: null } }))
  expect((await screen.findByLabelText<HTMLInputElement>('New key')).value).toBe('key-of-the-new-account')
})
