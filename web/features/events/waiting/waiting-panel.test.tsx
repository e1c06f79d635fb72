import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventDetail } from '#contract/events/answers.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import Waiting from './waiting-panel.tsx'

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  const until = '2027-07-01T10:00:00Z'
  vi.stubGlobal('fetch', async () =>
    Response.json({ wish: null, isOpen: true, until, all: { wishes: 0, people: 0 }, wishes: [] }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const client = new QueryClient()

/** The page of an event with so many places left, as it is read again and again. */
function page(left: number) {
  const gates = left === 0 ? [{ code: 'event_sold_out' }] : []
  const person = { memberId: 'anna', name: 'Anna Holm', entries: [], choices: [{ category: 'adult', gates }] }
  const other = { ...person, memberId: 'bo', name: 'Bo Holm' }
  const categories = [{ id: 'c1', category: 'adult', name: 'Adult', places: { left } }]
  const event = { id: 'e1', gates: [], people: [person, other], categories }
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Waiting event={event as unknown as EventDetail} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

test('whoever is choosing whom to wait for goes on while places are free for a moment', async () => {
  const { rerender } = render(page(0))
  fireEvent.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Anna Holm' }))
  for (const left of [2, 0]) {
    rerender(page(left))
    expect(screen.getByRole('checkbox', { name: 'Anna Holm' })).toHaveProperty('checked', true)
  }
})

test('a child waits for a place of the category for their age, unless another is picked', async () => {
  const gates = [{ code: 'event_sold_out' }]
  const choices = ['adult', 'child'].map((category) => ({ category, gates }))
  const categories = choices.map(({ category }) => ({
    id: category,
    category,
    name: category,
    maxAge: category === 'child' ? 14 : null,
    minAge: null,
    places: { left: 0 },
  }))
  const people = [{ memberId: 'asta', name: 'Asta Holm', entries: [], choices }]
  const event = { id: 'e2', gates: [], people, categories } as unknown as EventDetail
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Waiting event={event} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'child')
})
