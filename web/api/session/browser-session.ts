import { parseStored } from '../parse-stored.ts'

const activityKey = 'portal.last-activity'
/** Activity is stored at most once per this interval. */
const throttleMs = 1_000
/** Tabs may read slightly different clocks. */
const maxClockDriftMs = 60_000

let ownLastActivity = 0

/** When the user was last active in any tab, in milliseconds since 1970; never later than `now`. */
export function lastActivity(now = Date.now()): number {
  // Ignore times far in the future, left behind when the clock was set back.
  const [ownAt, sharedAt] = [ownLastActivity, Number(localStorage.getItem(activityKey))].map((at) =>
    at - now < maxClockDriftMs ? at : 0,
  )
  return Math.min(now, Math.max(ownAt!, sharedAt!))
}

export function recordActivity(now = Date.now()): void {
  if (now >= ownLastActivity && now - ownLastActivity < throttleMs) return
  ownLastActivity = now
  localStorage.setItem(activityKey, String(now))
}

const activityEvents = [
  'pointerdown',
  'pointermove',
  'mousedown',
  'mousemove',
  'keydown',
  'touchstart',
  'touchmove',
  'wheel',
]

/**
 * Listens for mouse, keyboard and touch.
 * @returns unsubscribe
 */
export function listenForActivity(listener: () => void): () => void {
  const options = { passive: true, capture: true }
  for (const type of activityEvents) addEventListener(type, listener, options)
  return () => {
    for (const type of activityEvents) removeEventListener(type, listener, options)
  }
}

/**
 * Listens for activity in other tabs.
 * @returns unsubscribe
 */
export function listenForActivityInOtherTabs(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === activityKey) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** The warning shows a minute before the end, or at half of a very short limit. */
const warningMs = 60_000

export type Idle =
  /** `nextMs`: time until the state can change. */
  | { readonly state: 'active'; readonly nextMs: number }
  /** `endsAt`: when the user is signed out unless they stay. */
  | { readonly state: 'warning'; readonly endsAt: number }
  | { readonly state: 'over' }

/** The state of a session that was last active at `last`. All values are milliseconds. */
export function idleAt(now: number, last: number, timeoutMs: number): Idle {
  const endsAt = last + timeoutMs
  const warnAt = endsAt - Math.min(warningMs, timeoutMs / 2)
  if (now >= endsAt) return { state: 'over' }
  if (now >= warnAt) return { state: 'warning', endsAt }
  return { state: 'active', nextMs: warnAt - now }
}

/** Messages between tabs about who is signed in. */
export type SessionNews =
  | { readonly kind: 'signed-in'; readonly subject: string }
  /** `idle`: timed out; otherwise the user signed out. */
  | { readonly kind: 'signed-out'; readonly idle: boolean }

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('portal.session') : null

const post = channel?.postMessage.bind(channel)

/** Posts to the other tabs, not to this one. */
export const postToTabs = (news: SessionNews) => post?.(news)

/** @returns unsubscribe */
export function listenToTabs(listener: (news: SessionNews) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionNews>) => listener(data)
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}

export type LockReason =
  | 'idle'
  /** The user signed out in another tab or at the identity provider. */
  | 'elsewhere'
  | 'other-person'
  /** The identity provider ended the session or refuses to renew it. */
  | 'ended'

export interface SessionLock {
  readonly reason: LockReason
  readonly returnTo: string
  /** The only personal data that stays. */
  readonly initials: string
  readonly subject: string
  /** The browser is passing through the provider's sign-out, which ends at the front page. */
  readonly returning: boolean
}

// In session storage, per tab.
const lockKey = 'portal.lock'

const isLock = (value: unknown): value is SessionLock => typeof (value as SessionLock | null)?.returnTo === 'string'

export const readLock = (): SessionLock | null => parseStored(sessionStorage.getItem(lockKey), isLock)
export const saveLock = (lock: SessionLock) => sessionStorage.setItem(lockKey, JSON.stringify(lock))
export const forgetLock = () => sessionStorage.removeItem(lockKey)

const signInRequiredKey = 'portal.sign-in-required'

/** Requires a password at the next sign-in, because the provider may not know that the session is over. */
export const requireSignIn = () => localStorage.setItem(signInRequiredKey, '1')
export const signInRequired = () => localStorage.getItem(signInRequiredKey) !== null
export const signInDone = () => localStorage.removeItem(signInRequiredKey)

/**
 * A safe redirect target after sign-in: path, query and fragment on this origin. Anything a browser could read as
 * another origin or as a script becomes `/`.
 */
export function safeReturnUrl(target: unknown): string {
  const home = '/'
  const base = 'https://portal.invalid'
  if (typeof target !== 'string' || !target.startsWith('/') || target.length > 2000) return home
  // Browsers read \ as / and drop tabs and line breaks; some servers decode slashes before routing.
  if (/^\/[/\\]|[\\\p{Cc}]|@/u.test(target.split(/[?#]/, 1)[0]!)) return home
  if (/%(2f|5c|0[0-9a-f]|1[0-9a-f]|7f|40|25(2f|5c))/i.test(target.split(/[?#]/, 1)[0]!)) return home
  const url = URL.parse(target, base)
  if (url?.origin !== base || url.username || url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}

const lastRedirectKey = 'portal.last-sign-in-redirect'
const graceMs = 5_000
const redirectLockMs = 5_000

export interface Refusal {
  readonly now: number
  readonly loadedAt: number
  readonly lastRedirectAt: number | null
  readonly search: string
}

/**
 * Whether a refused token may redirect to sign-in: not within 5 seconds of the page load, not when the provider just
 * asked for interaction, and once per 5 seconds. Prevents a redirect loop.
 */
export function mayRedirect({ now, loadedAt, lastRedirectAt, search }: Refusal): boolean {
  if (now - loadedAt < graceMs) return false
  if (lastRedirectAt !== null && now - lastRedirectAt < redirectLockMs) return false
  const error = new URLSearchParams(search).get('error')
  return error !== 'login_required' && error !== 'interaction_required'
}

/** Whether to redirect to sign-in now; if so, no tab does it again for 5 seconds. */
export function claimRedirect({ loadedAt, search }: Pick<Refusal, 'loadedAt' | 'search'>): boolean {
  const last = localStorage.getItem(lastRedirectKey)
  const now = Date.now()
  if (!mayRedirect({ now, loadedAt, lastRedirectAt: last === null ? null : Number(last), search })) return false
  localStorage.setItem(lastRedirectKey, String(now))
  return true
}

/** No valid token for the next request. */
export class RefreshFailed extends Error {
  /** True when the provider refused the refresh token, so the session is over; false when it did not respond. */
  readonly refused: boolean

  constructor(refused: boolean, options?: ErrorOptions) {
    super('Failed to refresh token', options)
    this.refused = refused
  }
}

const sessionEndCallbacks = new Set<() => void>()

/**
 * Registers a callback that clears personal data. The session loads before the code that caches, so it cannot call it
 * directly.
 */
export const onSessionEnd = (callback: () => void) => void sessionEndCallbacks.add(callback)

export function notifySessionEnd(): void {
  for (const callback of sessionEndCallbacks) callback()
}
