/** A minute before the end the person is asked; with a very short limit, at half of it. */
const warningMs = 60_000

export type Idle =
  /** `nextMs`: until it could be otherwise. */
  | { readonly state: 'active'; readonly nextMs: number }
  /** `endsAt`: when the person is signed out, unless they stay. */
  | { readonly state: 'warning'; readonly endsAt: number }
  | { readonly state: 'over' }

/** What a session is, in which the person last did something at `lastActivity`. Milliseconds throughout. */
export function idleAt(now: number, lastActivity: number, timeoutMs: number): Idle {
  const endsAt = lastActivity + timeoutMs
  const warnAt = endsAt - Math.min(warningMs, timeoutMs / 2)
  if (now >= endsAt) return { state: 'over' }
  if (now >= warnAt) return { state: 'warning', endsAt }
  return { state: 'active', nextMs: warnAt - now }
}
