import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { AddRegistration } from './add-registration.tsx'

const [orgId, eventId, categoryId] = [1, 2, 3].map((n) => `0190a000-0000-7000-8000-00000000000${n}`)

afterEach(cleanup)

test('a price that arrives while somebody types is filled in when the field is left, not before', async () => {
  overwriteGetLocale(() => 'en')
  const places = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => places.promise)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AddRegistration
          ofEvent={{ orgId: orgId!, eventId: eventId! }}
          categories={[{ id: categoryId!, name: 'Adult' }]}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Paid by'), { target: { value: 'cash' } })
  const amount = screen.getByLabelText<HTMLInputElement>('Amount in kroner')
  fireEvent.focus(amount)
  const price = { minor: 10_000, currency: 'DKK' }
  const headers = { 'content-type': 'application/json' }
  places.resolve(new Response(JSON.stringify([{ categoryId, price, problem: null }]), { headers }))
  await screen.findByText(/^Costs DKK 100\.00/)
  expect(amount.value).toBe('')
  fireEvent.blur(amount)
  expect(amount.value).toBe('100')
})
