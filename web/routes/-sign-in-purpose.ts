import { useQuery } from '@tanstack/react-query'
import { publicEventQuery } from '#web/features/events/public-queries.ts'
import { registerPurpose } from '#web/features/events/words.ts'
import { profileQuery } from '#web/features/organisations/queries.ts'
import { m } from '#words/messages.js'

/**
 * The purpose of a sign-in, from the page that they return to; null where nothing more is known. The names come from the portal, not from
 * the address.
 */
export function useSignInPurpose(returnTo: string): string | null {
  const url = new URL(returnTo, location.origin)
  const eventId = /^\/[^/]+\/events\/([\w-]{36})\/register\/?$/.exec(url.pathname)?.[1]
  const orgId = url.pathname === '/membership/new' ? (url.searchParams.get('orgId') ?? undefined) : undefined
  const { data: event } = useQuery({ ...publicEventQuery(eventId ?? ''), enabled: eventId !== undefined })
  const { data: club } = useQuery({ ...profileQuery(orgId ?? ''), enabled: orgId !== undefined })
  if (event) return registerPurpose(event)
  return club ? m.login_to_join({ club: club.name }) : null
}
