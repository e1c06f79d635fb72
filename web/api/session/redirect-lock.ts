const graceMs = 5_000
const lockMs = 5_000

export interface Refusal {
  readonly now: number
  readonly loadedAt: number
  readonly lastRedirectAt: number | null
  readonly search: string
}

/**
 * Whether a refused token sends the browser to sign in: not in the first 5 seconds after the page loaded, not when the
 * identity provider has just said that it needs the person, and only once per 5 seconds. Without it a token that the
 * server never accepts would bounce the browser to and fro.
 */
export function mayRedirect({ now, loadedAt, lastRedirectAt, search }: Refusal): boolean {
  if (now - loadedAt < graceMs) return false
  if (lastRedirectAt !== null && now - lastRedirectAt < lockMs) return false
  const error = new URLSearchParams(search).get('error')
  return error !== 'login_required' && error !== 'interaction_required'
}
