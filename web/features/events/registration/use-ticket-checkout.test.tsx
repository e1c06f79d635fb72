import { webcrypto } from 'node:crypto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventDetail } from '#contract/events/answers.ts'
import type { Member } from '#contract/members/members.ts'
import { problemText } from '#web/api/problem-text.ts'
import { questionsQuery } from '../questions/queries.ts'
import type { Registration } from './use-registration.ts'
import { useTicketCheckout } from './use-ticket-checkout.ts'

// jsdom has no digests.
vi.stubGlobal('crypto', webcrypto)

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const memberId = '0190a000-0000-7000-8000-000000000001'
const eventId = '0190a000-0000-7000-8000-000000000002'
const event = { id: eventId, orgKey: 'ROKLUB' } as EventDetail
const member = { id: memberId, firstName: 'Anna', lastName: 'Holm', email: null, phone: '', address: null } as Member
const money = (minor: number) => ({ minor, currency: 'DKK' })

/** The current total on the server. */
let costs: number
let calls: string[]
/** A code that is used up. */
let used: { code: string; name: string; off: ReturnType<typeof money> } | null
let refusal: { code: string; status: number }
let root: Root
let client: QueryClient
const drawn = vi.fn<(checkout: ReturnType<typeof useTicketCheckout>) => void>()
const checkout = () => drawn.mock.lastCall![0]

beforeEach(() => {
  calls = []
  used = null
  refusal = { code: 'event_sold_out', status: 403 }
  client = new QueryClient()
  vi.stubGlobal('fetch', async (address: string) => {
    const name = new URL(address).pathname.split('/').at(-1)!
    calls.push(name)
    if (name === 'quote')
      return Response.json({ lines: [], total: money(costs), coupon: used && { ...used, problem: 'coupon_used_up' } })
    return Response.json({ ...refusal, title: 'Refused', type: '' }, { status: refusal.status })
  })
  root = createRoot(document.createElement('div'))
})
afterEach(() => act(async () => root.unmount()))

interface Seen {
  /** The total on screen, in minor units; null for none. */
  readonly shown: number | null
  readonly isRefused?: boolean
  readonly code?: string
  readonly off?: number
  readonly pending?: boolean
}

function Page({ shown, isRefused = false, code = '', off = 0, pending = false }: Seen) {
  const coupon = code ? { code, name: code, off: money(off), problem: null } : null
  const quote = shown === null ? null : { total: money(shown), lines: [], requested: [], coupon }
  const registration = {
    lines: [{ memberId, eventId, category: 'adult' }],
    coupon: code,
    isRefused,
    price: { quote, pending },
  } as unknown as Registration
  drawn(useTicketCheckout(event, member, registration, { billing: () => null, settled: () => undefined }))
  return null
}

const show = (seen: Seen) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page {...seen} />
      </QueryClientProvider>,
    ),
  )
const pressed = () =>
  act(async () => {
    checkout().start()
    await expect.poll(() => checkout().error ?? checkout().priceChanged).not.toBeNull()
  })

// First, as the texts are loaded by every call that fails.
test('a code that was used up meanwhile is refused in words', async () => {
  costs = 20_000
  used = { code: 'SUMMER', name: 'Summer', off: money(0) }
  await show({ shown: 20_000, code: 'SUMMER' })
  await pressed()
  expect(problemText(checkout().error)).toMatch(/^Someone else just used this code/)
})

test.each([
  ['no price was shown yet', { shown: null }],
  ['the price on screen is of the rest', { shown: 20_000, isRefused: true }],
  ['another price was shown', { shown: 15_000 }],
])('if %s, the price is shown and nothing is ordered', async (_, seen) => {
  costs = 20_000
  await show(seen)
  await pressed()
  expect(checkout().priceChanged).toEqual({ total: money(20_000) })
  expect(calls).toEqual(['quote'])
})

test.each([
  ['the price that was shown', 20_000, { shown: 20_000 }],
  ['what is free, priced or not', 0, { shown: null }],
])('%s is ordered', async (_, now, seen) => {
  costs = now
  await show(seen)
  await pressed()
  expect(calls).toEqual(['quote', 'payment-prepare'])
})

test('when the price changes while it is ordered, the buyer is notified, and the new one is shown before the next order', async () => {
  costs = 10_000
  refusal = { code: 'event_price_changed', status: 409 }
  await show({ shown: 10_000 })
  await pressed()
  expect(checkout().error).toMatchObject({ code: 'event_price_changed' })
  costs = 20_000
  await act(async () => {
    checkout().start()
    await expect.poll(() => checkout().priceChanged).not.toBeNull()
  })
  expect(checkout().priceChanged).toEqual({ total: money(20_000) })
  expect(calls).toEqual(['quote', 'payment-prepare', 'quote'])
})

test('a refused order reloads the questions, as the club may have added one', async () => {
  client.setQueryData(questionsQuery(eventId).queryKey, { questions: [], people: [] })
  costs = 10_000
  await show({ shown: 10_000 })
  await pressed()
  expect(client.getQueryState(questionsQuery(eventId).queryKey)?.isInvalidated).toBe(true)
})

test('a refusal and a new price are shown until something else is chosen', async () => {
  costs = 20_000
  await show({ shown: 20_000 })
  await pressed()
  expect(checkout().error).toMatchObject({ code: 'event_sold_out' })
  await show({ shown: 20_000, code: 'SUMMER' })
  expect(checkout().error).toBeNull()
  costs = 18_000
  await pressed()
  expect(checkout().priceChanged).toEqual({ total: money(18_000) })
  await show({ shown: 20_000 })
  expect(checkout().priceChanged).toBeNull()
})

test('with a code that was just applied, the new price is shown until the next press', async () => {
  costs = 20_000
  await show({ shown: 15_000 })
  await pressed()
  await act(async () => checkout().showPriceWith('SUMMER'))
  await show({ shown: 20_000, code: 'SUMMER', pending: true })
  expect([checkout().error, checkout().priceChanged]).toEqual([null, null])
  await show({ shown: 18_000, code: 'SUMMER', off: 2000 })
  expect(checkout().priceChanged).toEqual({ total: money(18_000) })
  await show({ shown: 18_000 })
  expect(checkout().priceChanged).toBeNull()
})
