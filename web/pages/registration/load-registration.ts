import { notFound } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { availableCouponsQuery } from '#web/features/events/coupons/queries.ts'
import { eventQuery } from '#web/features/events/queries.ts'
import { namedClubsQuery } from '#web/features/organisations/queries.ts'
import { readyCoupon } from './later-coupon.ts'
import { unlessUnknown } from '../lead-to-event.ts'

/** What is registered for, signed in or not, before the page is drawn. At the address of another club there is no page. */
export async function loadRegistration(orgKey: string, eventId: string): Promise<void> {
  const signedIn = currentSession().status === 'signed-in'
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch(unlessUnknown)
  if (event && event.orgKey !== orgKey) throw notFound()
  if (event && signedIn && event.categories.some(({ price }) => price.minor > 0)) {
    await Promise.allSettled([
      readyCoupon(),
      queryClient.ensureQueryData(namedClubsQuery([event.orgId])),
      queryClient.ensureQueryData(availableCouponsQuery(event.orgId, eventId)),
    ])
  }
}
