import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventDetail } from '#contract/events/answers.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { SignedOutRegistration } from './signed-out-registration.tsx'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () => Response.json([]))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const client = new QueryClient()

/** The page of an event with so many places left, as it is read again and again. */
function page(left: number) {
  const price = { minor: 10_000, currency: 'DKK' }
  const category = { id: 'c1', category: 'adult', name: 'Adult', price, memberPrice: null, minAge: null, maxAge: null }
  const dates = { startDate: '2027-07-05T10:00:00Z', endDate: '2027-07-05T12:00:00Z', timeZone: 'Europe/Copenhagen' }
  const event = {
    ...dates,
    id: 'e1',
    orgId: 'o1',
    title: 'Camp',
    places: { left },
    categories: [{ ...category, places: { left } }],
  }
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <SignedOutRegistration event={event as unknown as EventDetail} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

test.each([2, 0])('places that were chosen stay so, and can be changed, when only %d are left', (left) => {
  const { rerender } = render(page(5))
  const field = () => screen.getByRole<HTMLSelectElement>('combobox')
  fireEvent.change(field(), { target: { value: '4' } })
  rerender(page(left))
  expect([field().value, field().disabled]).toEqual(['4', false])
  screen.getByText('DKK 400.00')
  fireEvent.change(field(), { target: { value: '0' } })
  expect(field().disabled).toBe(left === 0)
})
