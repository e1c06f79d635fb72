import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { Id } from '#contract/values.ts'

export function requireId(id: string) {
  if (!Id.safeParse(id).success) throw notFound({ data: { invalidId: true } })
}

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
