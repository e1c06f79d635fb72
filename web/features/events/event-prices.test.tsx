import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { EventDetail } from '#contract/events/answers.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { EventPrices } from './event-prices.tsx'

afterEach(cleanup)

const money = (minor: number) => ({ minor, currency: 'DKK' })

test.each([
  { paysAsMember: false, early: 'Early bird: 3 places left. Then DKK 200.00' },
  { paysAsMember: true, early: null },
])('an early-bird price is named to those who pay less by it: $paysAsMember', async ({ paysAsMember, early }) => {
  overwriteGetLocale(() => 'en')
  const phase = { name: 'Early bird', until: null, left: 3, laterPrice: money(20_000), laterMemberPrice: money(10_000) }
  const category = {
    id: 'adult',
    name: 'Adult',
    price: money(15_000),
    memberPrice: money(10_000),
    phase,
    minAge: null,
    maxAge: null,
  }
  const event = {
    timeZone: 'Europe/Copenhagen',
    gates: [],
    paysAsMember,
    categories: [{ ...category, membersOnly: false, places: { capacity: null, left: null } }],
  }
  drawPage(() => <EventPrices event={event as unknown as EventDetail} />)
  expect(await screen.findByText('Adult')).toBeTruthy()
  expect(screen.queryByText(/Early bird/)?.textContent.replace('\u00a0', ' ') ?? null).toBe(early)
})
