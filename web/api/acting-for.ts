import { acting, ACTING_FOR } from '#contract/acting.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { members } from '#contract/members.ts'

// This tab's: two tabs may act for two people.
const key = 'portal.acting-for'

/** The member for whom the person signed in acts in this tab; null for themselves. The server checks it at every call. */
export const actingFor = (): string | null => sessionStorage.getItem(key)

/** Acts for another from now on, or for oneself again. The page keeps what it shows until it asks anew. */
export function chooseActingFor(memberId: string | null): void {
  if (memberId === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, memberId)
}

/**
 * Who is signed in is found out for oneself, whoever one acts for afterwards; and nobody goes on to a third person with
 * the rights of the second.
 */
const aboutOneself = new Set<Endpoint>([
  members.signIn,
  members.create,
  members.claim,
  members.list,
  acting.impersonate,
  acting.endImpersonation,
])

/** The header that names whom a call is for. */
export function actingHeader(endpoint: Endpoint): Record<string, string> {
  const memberId = actingFor()
  return memberId === null || aboutOneself.has(endpoint) ? {} : { [ACTING_FOR]: memberId }
}
