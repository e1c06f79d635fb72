import type { QueryClient } from '@tanstack/react-query'
import { events, type EventEntry } from '#contract/events.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'

// Signed out, nobody is asked, and the answer is no. An error is an error: whoever took it for "not registered" would book,
// and pay, a second time.

interface Asked {
  readonly email: string
  readonly eventId?: string
  readonly orgId?: string
}

/** Whether anybody is there who could have registered. */
const nowSignedIn = () => currentSession().status === 'signed-in'

/** Registrations of somebody, paid ones only unless all are asked for; none for whoever is signed out. Throws `ApiProblem`. */
export async function bookingsOf(
  { email, eventId, orgId }: Asked,
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

type AtEvent = Asked & { readonly eventId: string }

/** The registration of somebody at one event; null for none and for whoever is signed out. Throws `ApiProblem`. */
export const bookingAt = async (asked: AtEvent, signedIn = nowSignedIn()): Promise<EventEntry | null> =>
  (await bookingsOf(asked, { signedIn }))[0] ?? null

/** Whether somebody is registered at one event; false for whoever is signed out. Throws `ApiProblem`. */
export const isBooked = async (asked: AtEvent, signedIn = nowSignedIn()): Promise<boolean> =>
  (await bookingAt(asked, signedIn)) !== null

/** What was booked makes lists, events and tickets out of date. */
export const forgetBookings = (cache: QueryClient) =>
  Promise.all([queryKeys.events, queryKeys.tickets].map((queryKey) => cache.invalidateQueries({ queryKey })))
