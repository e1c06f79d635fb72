import { parseKept } from '../kept/kept-value.ts'

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
const key = 'portal.lock'
// The browser's.
const barred = 'portal.sign-in-required'

export const readLock = (): SessionLock | null => parseKept(sessionStorage.getItem(key), isLock)

const isLock = (value: unknown): value is SessionLock => typeof (value as SessionLock | null)?.returnTo === 'string'

export const keepLock = (lock: SessionLock) => sessionStorage.setItem(key, JSON.stringify(lock))
export const forgetLock = () => sessionStorage.removeItem(key)

/**
 * From now on nobody is signed in in this browser without giving a password: the provider may not have heard that the
 * session is over.
 */
export const requireSignIn = () => localStorage.setItem(barred, '1')
export const signInRequired = () => localStorage.getItem(barred) !== null
export const signInDone = () => localStorage.removeItem(barred)
