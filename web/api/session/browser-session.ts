import { parseStored } from '../local-storage.ts'

// What the tabs of one browser know together about the session of whoever is signed in.

/** Where the tabs share when the person last did something. */
const activityKey = 'portal.last-activity'
/** What is done within this time of the last note is not noted again. */
const throttleMs = 1_000
/** Two tabs may read the clock a little apart. */
const aheadMs = 60_000

let own = 0

/** When the person last did something in any tab, in milliseconds since 1970; never later than `now`. */
export function lastActivity(now = Date.now()): number {
  // A clock that was set back leaves a moment that lies far ahead.
  const [mine, shared] = [own, Number(localStorage.getItem(activityKey))].map((at) => (at - now < aheadMs ? at : 0))
  return Math.min(now, Math.max(mine!, shared!))
}

/** The person does something now. */
export function noteActivity(now = Date.now()): void {
  if (now >= own && now - own < throttleMs) return
  own = now
  localStorage.setItem(activityKey, String(now))
}

const signs = ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'keydown', 'touchstart', 'touchmove', 'wheel']

/** Hears mouse, key and touch. @returns what ends it */
export function listenForActivity(listener: () => void): () => void {
  const options = { passive: true, capture: true }
  for (const sign of signs) addEventListener(sign, listener, options)
  return () => {
    for (const sign of signs) removeEventListener(sign, listener, options)
  }
}

/** Hears that another tab noted something. @returns what ends it */
export function listenForActivityInOtherTabs(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === activityKey) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** A minute before the end the person is asked; with a very short limit, at half of it. */
const warningMs = 60_000

export type Idle =
  /** `nextMs`: until it could be otherwise. */
  | { readonly state: 'active'; readonly nextMs: number }
  /** `endsAt`: when the person is signed out, unless they stay. */
  | { readonly state: 'warning'; readonly endsAt: number }
  | { readonly state: 'over' }

/** What a session is, in which the person last did something at `last`. Milliseconds throughout. */
export function idleAt(now: number, last: number, timeoutMs: number): Idle {
  const endsAt = last + timeoutMs
  const warnAt = endsAt - Math.min(warningMs, timeoutMs / 2)
  if (now >= endsAt) return { state: 'over' }
  if (now >= warnAt) return { state: 'warning', endsAt }
  return { state: 'active', nextMs: warnAt - now }
}

/** What the tabs tell each other about who is signed in. */
export type SessionNews =
  | { readonly kind: 'signed-in'; readonly subject: string }
  /** `idle`: nothing happened for too long; otherwise the person signed out. */
  | { readonly kind: 'signed-out'; readonly idle: boolean }

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('portal.session') : null

const post = channel?.postMessage.bind(channel)

/** Tells the other tabs; this one does not hear it. */
export const postToTabs = (news: SessionNews) => post?.(news)

/** @returns what ends it */
export function listenToTabs(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SessionNews>) => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

/** Why a tab shows the lock screen in place of what was open. */
export type LockReason =
  /** Nothing happened for too long. */
  | 'idle'
  /** The person signed out in another tab, or at the sign-in provider. */
  | 'elsewhere'
  /** Another person signed in in this browser. */
  | 'other-person'
  /** The sign-in provider ended the session, or does not renew it. */
  | 'ended'

export interface SessionLock {
  readonly reason: LockReason
  /** What was open. */
  readonly returnTo: string
  /** Of whom it was open; no more of the person stays. */
  readonly initials: string
  readonly subject: string
  /** The browser is on its way through the sign-out of the provider, which ends at the front page. */
  readonly returning: boolean
}

// This tab's.
const lockKey = 'portal.lock'

const isLock = (value: unknown): value is SessionLock => typeof (value as SessionLock | null)?.returnTo === 'string'

export const readLock = (): SessionLock | null => parseStored(sessionStorage.getItem(lockKey), isLock)
export const saveLock = (lock: SessionLock) => sessionStorage.setItem(lockKey, JSON.stringify(lock))
export const forgetLock = () => sessionStorage.removeItem(lockKey)

const barred = 'portal.sign-in-required'

/**
 * From now on nobody is signed in in this browser without giving a password: the provider may not have heard that the
 * session is over.
 */
export const requireSignIn = () => localStorage.setItem(barred, '1')
export const signInRequired = () => localStorage.getItem(barred) !== null
export const signInDone = () => localStorage.removeItem(barred)

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
 * Whether a refused token sends the browser to sign in: not in the first 5 seconds after the page loaded, not when the
 * identity provider has just said that it needs the person, and only once per 5 seconds. Without it a token that the
 * server never accepts would bounce the browser to and fro.
 */
export function mayRedirect({ now, loadedAt, lastRedirectAt, search }: Refusal): boolean {
  if (now - loadedAt < graceMs) return false
  if (lastRedirectAt !== null && now - lastRedirectAt < redirectLockMs) return false
  const error = new URLSearchParams(search).get('error')
  return error !== 'login_required' && error !== 'interaction_required'
}

/** Asks whether the browser may go to sign in now; if so, no tab does it again for 5 seconds. */
export function takeRedirect({ loadedAt, search }: Pick<Refusal, 'loadedAt' | 'search'>): boolean {
  const last = localStorage.getItem(lastRedirectKey)
  const now = Date.now()
  if (!mayRedirect({ now, loadedAt, lastRedirectAt: last === null ? null : Number(last), search })) return false
  localStorage.setItem(lastRedirectKey, String(now))
  return true
}

const forgetful = new Set<() => void>()

/** What knows something of the person forgets it with them. The session's code comes before all of that, and cannot call it. */
export const onForget = (forget: () => void) => void forgetful.add(forget)

export function forgetAll(): void {
  for (const forget of forgetful) forget()
}
