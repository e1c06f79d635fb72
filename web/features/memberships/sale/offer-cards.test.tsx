import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { OfferCards } from './offer-cards.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const money = (minor: number) => ({ minor, currency: 'DKK' })
const offer = (name: string, more: Partial<MembershipConfiguration> = {}) =>
  ({
    id: name,
    name,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    parts: { price: money(70_000), vatRate: 0, vat: money(0), surcharge: money(0), total: money(70_000) },
    closedFor: [],
    endsTrial: [],
    ...more,
  }) as unknown as MembershipConfiguration

test("a card says what the club wrote that the membership gives, and nothing of the portal's own", () => {
  render(
    <MantineProvider>
      <OfferCards
        season={{
          label: '2026',
          memberships: [offer('Rower', { benefits: 'Row whenever you like.' }), offer('Passive', { isPassive: true })],
          extras: [],
        }}
        memberId="anna"
        label="Membership"
        value=""
        error={undefined}
        onChoose={() => undefined}
      />
    </MantineProvider>,
  )
  const [rower, passive] = screen
    .getAllByRole('radio')
    .map((card) => [...card.querySelectorAll('span')].at(-1)!.textContent)
  expect(rower).toBe('Row whenever you like.')
  expect(passive).toMatch(/2026$/)
})
