import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClubOrder } from '#contract/orders/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { RefundDialog } from './refund-dialog.tsx'

const money = (minor: number) => ({ minor, currency: 'DKK' })
const line = (id: string, title: string, minor: number) => ({
  id,
  title,
  memberName: 'Anna Holm',
  event: null,
  parts: { total: money(minor) },
})
const order = (lines: readonly object[], endedLines: readonly string[] = []) =>
  ({
    id: 'order',
    buyer: { name: 'Anna Holm', email: 'anna@example.com' },
    total: money(20_000),
    lines,
    endedLines,
  }) as unknown as ClubOrder

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

function open(shown: ClubOrder) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <RefundDialog orgId="club" order={shown} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { dialog: screen.getByRole('dialog'), confirm: () => screen.getAllByRole('button').at(-1)!.textContent }
}

test('there is no refund of zero', () => {
  const { dialog, confirm } = open(order([line('party', 'Party', 20_000), line('talk', 'Talk', 0)]))
  expect(confirm()).toBe('Refund selected')
  fireEvent.click(screen.getByRole('checkbox', { name: /Talk/ }))
  expect(confirm()).toBe('Cancel selected')
  expect(dialog.textContent).not.toMatch(/credit note|0\.00 |DKK.0\.00/)
  fireEvent.click(screen.getByRole('checkbox', { name: /Party/ }))
  expect(confirm()).toMatch(/^Refund DKK.200\.00$/)
  expect(dialog.textContent).toMatch(/credit note/)
})

test('once every paid line is refunded, the rest is cancelled', () => {
  const { dialog, confirm } = open(order([line('party', 'Party', 20_000), line('talk', 'Talk', 0)], ['party']))
  expect(dialog.textContent).not.toMatch(/money|DKK/)
  expect(confirm()).toBe('Cancel selected')
})
