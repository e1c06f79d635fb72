import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { Id } from '#contract/values.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export function requireId(id: string) {
  if (!Id.safeParse(id).success) throw notFound({ data: { invalidId: true } })
}

/** Of an event's pages. */
export function checkEventAddress(here: RouteContext & { readonly params: { readonly id: string } }): void {
  requireId(here.params.id)
  upperCaseOrgKey(here)
}

type Params = Readonly<Record<string, string>>

export const eventCrumbs = [
  { label: m.title_club_events, to: ({ orgKey = '' }: Params) => paths.eventsOf(orgKey) },
  { label: m.title_event, to: ({ orgKey = '', id = '' }: Params) => paths.event(orgKey, id) },
]

interface RouteContext {
  readonly params: { readonly orgKey: string }
  readonly location: ParsedLocation
}

/** Redirects to the upper-case form of a club's key. */
export function upperCaseOrgKey({ params: { orgKey }, location: { pathname, searchStr, hash } }: RouteContext): void {
  const key = orgKey.toUpperCase()
  if (key === orgKey) return
  const address = pathname.replace(/(?<=^\/)[^/]*/, () => encodeURIComponent(key))
  throw redirect({ href: address + searchStr + (hash && `#${hash}`), replace: true })
}
