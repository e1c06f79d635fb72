import type { QueryClient } from '@tanstack/react-query'
import { events, type EventEntry } from '#contract/events.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'

// Signed out, these return nothing without a request. Errors are thrown, never read as "not registered": that could
// lead to paying twice.

interface BookingQuery {
  readonly email: string
  readonly eventId?: string
  readonly orgId?: string
}

const nowSignedIn = () => currentSession().status === 'signed-in'

/** A person's registrations, only paid ones by default; empty when signed out. Throws `ApiProblem`. */
export async function bookingsOf(
  { email, eventId, orgId }: BookingQuery,
  { paidOnly = true, signedIn = nowSignedIn() } = {},
): Promise<EventEntry[]> {
  if (!signedIn) return []
  return call(events.entries, {
    email,
    ...(paidOnly && { paymentStatus: 'paid' as const }),
    ...(eventId && { eveId: eventId }),
    ...(orgId && { orgId }),
  })
}

type AtEvent = BookingQuery & { readonly eventId: string }

/** The person's registration at an event; null if none or signed out. Throws `ApiProblem`. */
export const bookingAt = async (query: AtEvent, signedIn = nowSignedIn()): Promise<EventEntry | null> =>
  (await bookingsOf(query, { signedIn }))[0] ?? null

/** Whether a person is registered at an event; false when signed out. Throws `ApiProblem`. */
export const isBooked = async (query: AtEvent, signedIn = nowSignedIn()): Promise<boolean> =>
  (await bookingAt(query, signedIn)) !== null

/** Refetches events and tickets after a booking. */
export const invalidateBookings = (cache: QueryClient) =>
  Promise.all([queryKeys.events, queryKeys.tickets].map((queryKey) => cache.invalidateQueries({ queryKey })))
