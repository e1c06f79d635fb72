import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventDetail, EventPerson } from '#contract/events/answers.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { EventPeople } from './event-people.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const soldOut = { code: 'event_sold_out', left: 0 } as const
const adult = {
  category: 'adult',
  price: { minor: 10_000, currency: 'DKK' },
  priceKind: 'standard',
  memberOffer: null,
} as const
const person = (name: string, changes: Partial<EventPerson>): EventPerson => ({
  memberId: name,
  name,
  isCaller: false,
  entries: [],
  choices: [{ ...adult, gates: [] }],
  ...changes,
})
const draw = (event: Pick<EventDetail, 'gates' | 'people'>) =>
  render(
    <MantineProvider>
      <EventPeople
        event={
          { id: 'e', orgKey: 'ROKLUB', timeZone: 'UTC', categories: [{ ...adult, name: 'Adult' }], ...event } as never
        }
      />
    </MantineProvider>,
  )
const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

test('while registration is open, everybody sees what they can book', () => {
  draw({ gates: [], people: [person('Alma', {}), person('Bo', {})] })
  expect(screen.getByRole('region', { name: 'Who can come' })).toBeTruthy()
  expect(names()).toEqual(['Alma', 'Bo'])
})

test('a single person is not called a family', () => {
  draw({ gates: [], people: [person('Alma', {})] })
  expect(screen.queryByText(/family/)).toBeNull()
  cleanup()
  draw({ gates: [], people: [person('Alma', {}), person('Bo', {})] })
  expect(screen.getByText('Prices and requirements for your family')).toBeTruthy()
})

const closed = (name: string, entries: EventPerson['entries'] = []) =>
  person(name, { entries, choices: [{ ...adult, gates: [soldOut] }] })

test('once it is closed, only people with a place are listed', () => {
  const place = { entryId: 'x', category: 'adult', categoryName: 'Adult', status: 'paid' } as const
  draw({ gates: [soldOut], people: [closed('Alma'), closed('Bo', [place])] })
  expect(screen.getByRole('region', { name: 'Your registrations' })).toBeTruthy()
  expect(names()).toEqual(['Bo'])
  expect(screen.getByText('Has a ticket: Adult')).toBeTruthy()
})

test('once it is closed, there is no empty list for a family without places', () => {
  draw({ gates: [soldOut], people: [closed('Alma'), closed('Bo')] })
  expect(names()).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
})
