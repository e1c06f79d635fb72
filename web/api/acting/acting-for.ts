import { ACTING_FOR, type Endpoint } from '#contract/endpoint.ts'

// This tab's: two tabs may act for two people.
const key = 'portal.acting-for'

/** The member for whom the person signed in acts in this tab; null for themselves. The server checks it at every call. */
export const actingFor = (): string | null => sessionStorage.getItem(key)

/** Acts for another from now on, or for oneself again. The page keeps what it shows until it asks anew. */
export function chooseActingFor(memberId: string | null): void {
  if (memberId === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, memberId)
}

/** The header that names whom a call is for. */
export function actingHeader({ asOneself }: Endpoint): Record<string, string> {
  const memberId = actingFor()
  return memberId === null || asOneself ? {} : { [ACTING_FOR]: memberId }
}
