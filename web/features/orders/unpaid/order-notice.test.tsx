import { MantineProvider } from '@mantine/core'
import { IconCreditCard } from '#web/ui/icons/index.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UnpaidOrder } from '#contract/orders/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { OrderNotice } from './order-notice.tsx'
import { unpaidWords } from './unpaid-words.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const order = (memberName: string) =>
  ({
    orgName: 'Roskilde Fjord Roklub',
    confirming: false,
    reservedUntil: '2026-03-02T11:05:00Z',
    total: { minor: 90_000, currency: 'DKK' },
    lines: [{ title: 'Voksen 2027', memberName, event: null }],
  }) as unknown as UnpaidOrder

test('two unpaid orders of one club have different names', () => {
  render(
    <MantineProvider>
      {['Anna Holm', 'Bo Holm'].map((name) => (
        <OrderNotice
          key={name}
          order={order(name)}
          words={unpaidWords(order(name), 29 * 60_000)}
          icon={IconCreditCard}
          color="coral"
        />
      ))}
    </MantineProvider>,
  )
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
    'You have an unpaid order, 29 minutes left: Roskilde Fjord Roklub, Voksen 2027 · Anna Holm',
    'You have an unpaid order, 29 minutes left: Roskilde Fjord Roklub, Voksen 2027 · Bo Holm',
  ])
})
