import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventDetail, EventPerson } from '#contract/events/answers.ts'
import { questionsQuery } from '../questions/queries.ts'
import { saveRegistration } from './registration-draft.ts'
import { useRegistration, type Registration } from './use-registration.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const person = (memberId: string): EventPerson => ({
  memberId,
  name: memberId,
  isCaller: memberId === 'anna',
  entries: [],
  choices: [
    {
      category: memberId === 'anna' ? 'adult' : 'child',
      price: { minor: 8_000, currency: 'DKK' },
      priceKind: 'standard',
      memberOffer: null,
      gates: [],
    },
  ],
})
const category = (name: string) =>
  ({ category: name, minAge: null, maxAge: null, membersOnly: false }) as EventDetail['categories'][number]
const event = {
  id: '0190a000-0000-7000-8000-000000000002',
  onePerPerson: true,
  categories: [category('adult'), category('child')],
  people: [person('anna'), person('alma')],
} as unknown as EventDetail

let root: Root | undefined
const drawn = vi.fn<(registration: Registration) => void>()
const seen = () => drawn.mock.lastCall![0]
function Page() {
  drawn(useRegistration(event, 'anna', null))
  return null
}
let cache = new QueryClient()
/** Leaves the page, and opens it again. */
async function open() {
  await act(async () => root?.unmount())
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root!.render(
      <QueryClientProvider client={cache}>
        <Page />
      </QueryClientProvider>,
    ),
  )
}

beforeEach(() => {
  cache = new QueryClient()
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () =>
    Response.json({ lines: [], total: { minor: 8_000, currency: 'DKK' }, coupon: null }),
  )
})
afterEach(async () => {
  vi.useRealTimers()
  await act(async () => root?.unmount())
  root = undefined
})

test('a sensitive answer is sent, and is not in the browser when the page is opened again', async () => {
  const questions = [{ id: 'level' }, { id: 'allergy', sensitive: true }]
  cache.setQueryData(questionsQuery(event.id).queryKey, { questions, people: [] } as never)
  await open()
  await act(async () => seen().tick(event.people[1]!))
  await act(async () => seen().setAnswers(0, { level: 'new', allergy: 'nuts' }))
  expect(seen().chosen.places[0]!.answers).toEqual({ level: 'new', allergy: 'nuts' })
  await open()
  expect(seen().chosen.places[0]!.answers).toEqual({ level: 'new' })
  expect(JSON.stringify(localStorage)).not.toContain('nuts')
})

test('leaving the page and returning keeps people, code and consent', async () => {
  await open()
  expect(seen().agreed).toBe(false)
  await act(async () => seen().tick(event.people[1]!))
  await act(async () => seen().setCoupon('SUMMER'))
  await act(async () => seen().setAgreed(true))
  await open()
  expect(seen().chosen.places).toEqual([{ memberId: 'alma', category: 'child' }])
  expect([seen().coupon, seen().agreed]).toEqual(['SUMMER', true])
  await act(async () => seen().setAgreed(false))
  await open()
  expect(seen().agreed).toBe(false)
})

test('an unused consent is valid for an hour', async () => {
  await open()
  await act(async () => seen().setAgreed(true))
  vi.useFakeTimers({ now: Date.now() + 59 * 60_000, toFake: ['Date'] })
  await open()
  expect(seen().agreed).toBe(true)
  vi.setSystemTime(Date.now() + 2 * 60_000)
  await open()
  expect(seen().agreed).toBe(false)
})

test('places from a shared link that fit nobody are still named after the page was left', async () => {
  saveRegistration(event.id, null, { wanted: { child: 2 } })
  for (const time of ['signed in', 'returned']) {
    await open()
    expect(seen().chosen.places, time).toEqual([{ memberId: 'alma', category: 'child' }])
    expect(seen().missing, time).toEqual({ child: 1 })
  }
  await act(async () => seen().setCoupon('SUMMER'))
  await open()
  expect(seen().missing).toEqual({ child: 1 })
  await act(async () => seen().tick(event.people[0]!))
  await open()
  expect(seen().missing).toEqual({})
})
