import type { UseFormReturnType } from '@mantine/form'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MembershipConfiguration, Organisation } from '#contract/organisations/organisations.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import type { BasketRow, BuyValues, Shops } from './basket.ts'
import { MembershipChoice } from './membership-choice.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const money = (minor: number) => ({ minor, currency: 'DKK' })
const offer = (name: string) =>
  ({
    id: name,
    name,
    orgId: 'rowing',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    parts: { price: money(70_000), vatRate: 0, vat: money(0), surcharge: money(0), total: money(70_000) },
    closedFor: [],
    endsTrial: [],
    proposedFor: [],
  }) as unknown as MembershipConfiguration
const shops: Shops = {
  clubs: [{ id: 'rowing', name: 'Rowing club' } as Organisation],
  offersOf: () => [offer('Rower'), offer('Passive')],
  closedFor: () => undefined,
}

function Page() {
  const [rows, setRows] = useState<BasketRow[]>([{ memberId: 'anna', orgId: 'rowing', membershipConfId: '' }])
  return (
    <MembershipChoice
      form={{ values: { rows }, errors: {} } as unknown as UseFormReturnType<BuyValues>}
      memberId="anna"
      orgId="rowing"
      person={undefined}
      isSelf
      folds
      onChange={setRows}
      onAddClub={null}
      onRemove={null}
      shops={shops}
    />
  )
}

const cards = () => screen.queryAllByRole('radio').map((card) => card.ariaChecked)

test('a press chooses and folds the choice; arrow keys go through all of them', async () => {
  drawPage(Page, { client: new QueryClient() })
  const [first] = await screen.findAllByRole('radio')
  first!.focus()
  fireEvent.keyDown(first!, { key: 'ArrowDown', code: 'ArrowDown' })
  expect(cards()).toEqual(['false', 'true'])
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp', code: 'ArrowUp' })
  expect(cards()).toEqual(['true', 'false'])
  cleanup()

  drawPage(Page, { client: new QueryClient() })
  fireEvent.click((await screen.findAllByRole('radio'))[1]!)
  expect(cards()).toEqual([])
  screen.getByText('Rower')
})
