import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ticket } from '#contract/events/tickets.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { MovedTicket } from './moved-event.tsx'
import { TicketFacts } from './ticket-facts.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const moved: NonNullable<Ticket['moved']> = {
  until: '2049-06-05T21:59:00.000Z',
  isOver: false,
  answer: null,
  amount: { minor: 20_000, currency: 'DKK' },
  was: 'Tuesday, 1 June 2049',
  text: '',
  danish: [],
}
const ticket = {
  id: '0190a000-0000-7000-8000-000000000001',
  event: {
    id: '0190a000-0000-7000-8000-000000000002',
    orgId: '0190a000-0000-7000-8000-000000000003',
    orgKey: 'TENNIS',
    orgName: 'Tennisklubben Lunden',
    title: 'Fredagsdouble',
    kind: 'Kamp',
    startDate: '2049-06-08T08:00:00.000Z',
    endDate: '2049-06-08T10:00:00.000Z',
    timeZone: 'Europe/Copenhagen',
    place: 'Hallen',
    address: '',
    hue: 120,
    picture: null,
  },
  boughtBy: 'Anna',
  boughtAt: '2049-05-01T08:00:00.000Z',
  past: false,
  code: null,
  refund: { amount: moved.amount, until: null, refusal: 'no_rule' },
  moved,
} as unknown as Ticket

test.each([
  ['is asked', 0, moved],
  ['was asked', 1, { ...moved, isOver: true }],
])("whoever %s about a moved event reads %i times that the ticket can't be cancelled", async (_, times, asked) => {
  drawPage(() => <TicketFacts ticket={{ ...ticket, moved: asked }} />)
  await screen.findByText('Tennisklubben Lunden')
  expect(screen.queryAllByText("Paid tickets can't be cancelled here. Ask the club.")).toHaveLength(times)
})

test.each([
  ['an open question has two answers', moved, 2],
  ['of a refunded ticket, its card alone says where the money is', { ...moved, answer: 'refund' as const }, 0],
])('%s', async (_, asked, buttons) => {
  drawPage(() => <MovedTicket ticket={ticket} moved={asked} />)
  await screen.findByText('The event has moved')
  expect(screen.queryAllByRole('button')).toHaveLength(buttons)
  expect(screen.queryByText(/the money is/)).toBeNull()
})
