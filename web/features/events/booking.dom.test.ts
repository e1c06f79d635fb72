import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#web/api/client.ts'
import { bookingAt, bookingsOf, isBooked } from './booking.ts'

const asked = { email: 'anna@example.com', eventId: 'e1' }

const answers = (status: number, body: unknown) => {
  const fetch = vi.fn<(input: URL) => Promise<Response>>(() => Promise.resolve(Response.json(body, { status })))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('signed out, nothing is requested and nobody is registered', async () => {
  const fetch = answers(200, [{ id: 't1' }])
  expect([await isBooked(asked), await bookingAt(asked), await bookingsOf(asked)]).toEqual([false, null, []])
  expect(fetch).not.toHaveBeenCalled()
})

test('signed in, paid registrations are requested, or all', async () => {
  const fetch = answers(200, [{ id: 't1' }])
  expect(await isBooked(asked, true)).toBe(true)
  expect(String(fetch.mock.calls[0]![0])).toContain(
    '/eve-entry/list?email=anna%40example.com&paymentStatus=paid&eveId=e1',
  )
  await bookingsOf({ email: asked.email, orgId: 'o1' }, { paidOnly: false, signedIn: true })
  expect(String(fetch.mock.calls[1]![0])).toMatch(/eve-entry\/list\?email=anna%40example\.com&orgId=o1$/)
  answers(200, [])
  expect([await isBooked(asked, true), await bookingAt(asked, true)]).toEqual([false, null])
})

test('an error is thrown, never read as not registered', async () => {
  answers(503, { code: 'unavailable', title: 'Busy', status: 503 })
  await expect(isBooked(asked, true)).rejects.toThrow(ApiProblem)
  await expect(bookingAt(asked, true)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(bookingsOf(asked, { signedIn: true })).rejects.toThrow(ApiProblem)
})
