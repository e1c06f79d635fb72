import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { RefundNotes } from './refund-notes.tsx'

const orgId = '0190a000-0000-7000-8000-000000000001'
const order: OwnOrder = {
  id: '0190a000-0000-7000-8000-000000000002',
  number: 'ROKLU-M-1',
  orgId,
  orgKey: 'ROKLUB',
  orgName: 'Roskilde Fjord Roklub',
  orgEmail: 'kontor@roklub.example',
  testMode: false,
  autoRenewal: false,
  asksForRenewal: false,
  isRenewal: false,
  total: { minor: 70_000, currency: 'DKK' },
  coupon: null,
  reservedUntil: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  paidAt: null,
  lines: [],
  joining: [],
  decline: null,
  givenBack: [
    {
      id: '0190a000-0000-7000-8000-000000000003',
      amount: { minor: 70_000, currency: 'DKK' },
      cause: 'places_taken',
      lineIds: [],
      method: null,
      status: 'failed',
      doneAt: null,
      creditNoteNumber: null,
    },
  ],
  receiptNumber: null,
  can: { pay: false, cancel: false },
}

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

test('a failed refund links to the club’s contact form with the order as subject', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <RefundNotes order={order} /> }),
    history: createMemoryHistory(),
    stringifySearch: (search) => `?${new URLSearchParams(search as Record<string, string>)}`,
  })
  drawPage(router)
  const link = await screen.findByRole('link', { name: 'Roskilde Fjord Roklub' })
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'https://portal.example')
  expect(pathname).toBe('/contact-us')
  expect(Object.fromEntries(searchParams)).toEqual({ orgId, subject: 'Refund for order ROKLU-M-1' })
  expect(screen.queryByText('kontor@roklub.example')).toBeNull()
})
