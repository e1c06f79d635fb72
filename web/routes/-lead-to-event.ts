import { notFound, redirect } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { eventQuery } from '#web/features/events/queries.ts'

/** Leads from an address without a club to the one with it. */
export async function leadToEvent(eventId: string, to: (orgKey: string, eventId: string) => string): Promise<never> {
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch((error: unknown) => {
    unlessUnknown(error)
    throw error
  })
  throw redirect({ href: to(event.orgKey, event.id), replace: true })
}

/** There is no page of an event that there is not. What else went wrong the page says itself, with a way to try again. */
export function unlessUnknown(error: unknown): undefined {
  if (error instanceof ApiProblem && error.code === 'event_not_found') throw notFound()
  return undefined
}
