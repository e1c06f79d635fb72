/**
 * What a sign-in asks for once: whether the member has an active membership somewhere, with one prompt if not. It is kept
 * for this browser by the session of the sign-in provider, so that another tab or a reload does not ask again and the next
 * sign-in does.
 */
interface Kept {
  readonly session: string
  readonly check: boolean
  readonly shown: boolean
}

const key = 'portal.first-login'

function read(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

const keep = (kept: Kept) => localStorage.setItem(key, JSON.stringify(kept))

/** Asks for the check and clears 'prompt shown' when this session of the sign-in provider is a new one here. */
export function noteLogin(session: string): void {
  if (read()?.session !== session) keep({ session, check: true, shown: false })
}

/** Whether this sign-in asks for the check and nothing was shown for it yet. */
export function wantsMembershipCheck(): boolean {
  const kept = read()
  return kept !== null && kept.check && !kept.shown
}

/** The check found an active membership: there is nothing to prompt for. */
export function membershipFound(): void {
  const kept = read()
  if (kept) keep({ ...kept, check: false })
}

/** The prompt was answered, or is not wanted any more: it does not come again before the next sign-in. */
export function markPromptShown(): void {
  const kept = read()
  if (kept) keep({ ...kept, shown: true })
}

/** Whoever signs in next begins anew. */
export const forgetLogin = () => localStorage.removeItem(key)
