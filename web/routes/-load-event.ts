import { notFound, redirect } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { isEventNotFound, publicEventQuery } from '#web/features/events/public-queries.ts'
import { eventQuery } from '#web/features/events/queries.ts'

/** The event as the member sees it, or as anybody does. */
export const eventQueryFor = (signedIn: boolean, eventId: string) =>
  signedIn ? eventQuery(eventId) : publicEventQuery(eventId)

/** Redirects from a URL without a club to the one with it, whose page also says why an event is not shown. */
export async function redirectToEvent(
  eventId: string,
  to: (orgKey: string, eventId: string) => string,
): Promise<never> {
  const query = eventQueryFor(currentSession().status === 'signed-in', eventId)
  const orgKey = await queryClient.ensureQueryData(query).then(
    (event) => event.orgKey,
    (error: unknown) => {
      if (isEventNotFound(error)) throw notFound()
      const known = error instanceof ApiProblem ? error.data['orgKey'] : undefined
      if (typeof known !== 'string') throw error
      return known
    },
  )
  throw redirect({ href: to(orgKey, eventId), replace: true })
}
