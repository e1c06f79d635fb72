import { notFound, redirect } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { eventQuery } from '#web/features/events/queries.ts'

/** Redirects from a URL without a club to the one with it. */
export async function redirectToEvent(
  eventId: string,
  to: (orgKey: string, eventId: string) => string,
): Promise<never> {
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch((error: unknown) => {
    ignoreNotFound(error)
    throw error
  })
  throw redirect({ href: to(event.orgKey, event.id), replace: true })
}

export const isEventNotFound = (error: unknown) => error instanceof ApiProblem && error.code === 'event_not_found'

/** Shows the not-found page for an unknown event; other errors are left to the page. */
export function ignoreNotFound(error: unknown): undefined {
  if (isEventNotFound(error)) throw notFound()
  return undefined
}
