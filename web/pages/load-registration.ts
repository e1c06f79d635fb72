import { notFound, redirect } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session.ts'
import { eventQuery } from '#web/features/events/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'

/** What is registered for, signed in or not, before the page is drawn. At the address of another club there is no page. */
export async function loadRegistration(orgKey: string, eventId: string): Promise<void> {
  const signedIn = currentSession().status === 'signed-in'
  const [event] = await Promise.all([
    queryClient.ensureQueryData(eventQuery(eventId)).catch(unlessUnknown),
    signedIn && queryClient.ensureQueryData(organisationsQuery).catch(() => undefined),
  ])
  if (event && event.orgKey !== orgKey) throw notFound()
}

/** Leads from the address without a club to the one with it. */
export async function leadToRegistration(eventId: string): Promise<void> {
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch((error: unknown) => {
    unlessUnknown(error)
    throw error
  })
  throw redirect({ href: paths.registerForEvent(event.orgKey, event.id), replace: true })
}

/** What else went wrong the page says itself. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof ApiProblem && error.code === 'event_not_found') throw notFound()
}
