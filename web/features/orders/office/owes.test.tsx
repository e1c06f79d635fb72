import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import type { OwedOrder } from '#contract/orders/by-hand.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { owesQuery } from './by-hand-queries.ts'
import { Owes } from './owes.tsx'

// As in a browser, where a query without conditions matches.
const nothingMatches = globalThis.matchMedia
globalThis.matchMedia = (query) => Object.assign(nothingMatches(query), { matches: query === '' })

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const money = (minor: number) => ({ minor, currency: 'DKK' })
const order = (number: string, expired: boolean): OwedOrder => ({
  id: number,
  number,
  memberId: 'bo',
  buyer: { name: 'Bo Holm', email: 'bo@example.com' },
  what: 'Adult 2026',
  amount: money(80_000),
  dueOn: '2026-09-01',
  overdue: 36,
  reminders: 3,
  remindedAt: null,
  expiresOn: '2026-09-29',
  createdAt: '2026-08-01T10:00:00.000Z',
  testMode: false,
  confirming: false,
  expired,
})

test('money for an invoice that has lapsed is recorded, and it cannot be cancelled', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const sums = { sum: money(80_000), overdue: money(80_000) }
  cache.setQueryData(owesQuery('club', { search: '' }).queryKey, {
    pages: [{ ...sums, orders: [order('R-1', true), order('R-2', false)], total: 2, next: null }],
    pageParams: [null],
  })
  drawPage(() => <Owes club={{ id: 'club', key: 'ROKLUB' }} mayWrite />, { client: cache })
  expect(await screen.findByText('Lapsed')).toBeTruthy()
  expect(screen.getAllByText('36 days overdue')).toHaveLength(1)
  const labels = [...document.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)
  expect(labels.filter((label) => /^(Record|Cancel)/.test(label ?? ''))).toEqual([
    'Record payment: Bo Holm, R-1',
    'Record payment: Bo Holm, R-2',
    'Cancel invoice: Bo Holm, R-2',
  ])
})

test('the sum names what is overdue only when something is', async () => {
  const show = async (overdue: number) => {
    const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    cache.setQueryData(owesQuery('club', { search: '' }).queryKey, {
      pages: [{ sum: money(80_000), overdue: money(overdue), orders: [order('R-2', false)], total: 1, next: null }],
      pageParams: [null],
    })
    drawPage(() => <Owes club={{ id: 'club', key: 'ROKLUB' }} mayWrite />, { client: cache })
    const sum = (await screen.findByText(/is owed/)).textContent
    cleanup()
    return sum.replaceAll('\u00A0', ' ')
  }
  expect(await show(0)).toBe('DKK 800.00 is owed, none of it overdue')
  expect(await show(30_000)).toBe('DKK 800.00 is owed, DKK 300.00 of it overdue')
})
