import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { Id } from '#contract/values.ts'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { eventQuery } from '#web/features/events/queries.ts'

/** An address whose id cannot be one is no page. */
export function requireId(id: string) {
  if (!Id.safeParse(id).success) throw notFound({ data: { invalidId: true } })
}

interface Here {
  readonly params: { readonly orgKey: string }
  readonly location: ParsedLocation
}

/** A club's key is upper case, whatever people type: the address then says it so. */
export function upperCaseOrgKey({ params: { orgKey }, location: { pathname, searchStr, hash } }: Here): void {
  const key = orgKey.toUpperCase()
  if (key === orgKey) return
  const address = pathname.replace(/(?<=^\/)[^/]*/, () => encodeURIComponent(key))
  throw redirect({ href: address + searchStr + (hash && `#${hash}`), replace: true })
}

/** Leads from an address without a club to the one with it. */
export async function leadToEvent(eventId: string, to: (orgKey: string, eventId: string) => string): Promise<never> {
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch((error: unknown) => {
    ignoreNotFound(error)
    throw error
  })
  throw redirect({ href: to(event.orgKey, event.id), replace: true })
}

/** There is no page of an event that there is not. What else went wrong the page says itself, with a way to try again. */
export function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ApiProblem && error.code === 'event_not_found') throw notFound()
  return undefined
}
