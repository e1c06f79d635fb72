import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#contract/orders/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { ReceiptDocument } from './receipt-document.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const money = (minor: number) => ({ minor, currency: 'DKK' })
const parts = (price: number, vat = 0) => ({
  price: money(price),
  vatRate: vat === 0 ? 0 : 25,
  vat: money(vat),
  surcharge: money(0),
  discount: money(0),
  total: money(price + vat),
})
const line = (title: string, its: ReturnType<typeof parts>) => ({
  id: title,
  title,
  memberName: 'Anna Holm',
  event: null,
  startDate: null,
  endDate: null,
  replacesTrial: null,
  refunded: money(0),
  parts: its,
})

function textOf(lines: ReturnType<typeof line>[], vat: number, total: number) {
  const receipt = {
    number: '2026-00001',
    orderNumber: 'ROKLU-M-1',
    issuedAt: '2026-03-02T11:00:00Z',
    organisation: { name: 'Roklubben', address: '', email: '', cvr: null },
    billing: { name: 'Anna Holm', address: '', email: '', phone: '' },
    payment: { provider: 'freepay', paidAt: '2026-03-02T11:00:00Z', authorizationIdentifier: null },
    testMode: false,
    coupon: null,
    creditNotes: [],
    lines,
    net: money(total - vat),
    vat: money(vat),
    total: money(total),
  } as unknown as Receipt
  render(
    <MantineProvider>
      <ReceiptDocument receipt={receipt} />
    </MantineProvider>,
  )
  return screen.getByRole('article').textContent.replaceAll('\u00a0', ' ')
}

test('a receipt without VAT has its total and no line of zero; what is free is called so', () => {
  const text = textOf([line('Voksen', parts(70_000)), line('Skab', parts(0))], 0, 70_000)
  expect(text).not.toMatch(/VAT|(?<![\d.])0\.00/)
  expect(text).toContain('Free')
  expect(text).toContain('TotalDKK 700.00')
})

test('a receipt with VAT says what it is without VAT, and the VAT', () => {
  const text = textOf([line('Kajakplads', parts(80_000, 20_000))], 20_000, 100_000)
  for (const sum of ['DKK 800.00', 'DKK 200.00', 'TotalDKK 1,000.00']) expect(text).toContain(sum)
})
