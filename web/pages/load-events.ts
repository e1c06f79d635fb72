import { notFound, redirect } from '@tanstack/react-router'
import type { EventDetail } from '#contract/events.ts'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session.ts'
import { eventQuery } from '#web/features/events/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'

const isSignedIn = () => currentSession().status === 'signed-in'

/** There is no page at the address of a club that the portal does not have. What could not be had the page says itself. */
export async function loadClub(orgKey: string): Promise<void> {
  if (!isSignedIn()) return
  const has = (clubs: readonly { key: string }[] | undefined) => clubs?.some(({ key }) => key === orgKey)
  // What this browser kept may be older than the club.
  if (has(await queryClient.ensureQueryData(organisationsQuery).catch(() => undefined))) return
  const clubs = await queryClient.fetchQuery({ ...organisationsQuery, staleTime: 0 }).catch(() => undefined)
  if (clubs && !has(clubs)) throw notFound()
}

/** The event of a page, before it is drawn. At the address of another club, and where there is none, there is no page. */
export async function loadEvent(orgKey: string, eventId: string): Promise<void> {
  if (!isSignedIn()) return
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch(unlessUnknown)
  if (event && event.orgKey !== orgKey) throw notFound()
}

/** Leads from an address without a club to the one with it. */
export async function leadToEvent(eventId: string, to: (orgKey: string, eventId: string) => string): Promise<void> {
  if (!isSignedIn()) return
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch((error: unknown) => {
    unlessUnknown(error)
    throw error
  })
  throw redirect({ href: to(event.orgKey, event.id), replace: true })
}

/** What else went wrong the page says itself, with a way to try again. */
function unlessUnknown(error: unknown): EventDetail | undefined {
  if (error instanceof ApiProblem && error.code === 'event_not_found') throw notFound()
  return undefined
}
