import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router'
import { Id } from '#contract/values.ts'

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
