import { actingState, impersonates } from './acting/acting.ts'
import { config } from './config.ts'
import { parseStored } from './parse-stored.ts'

/** `browser` is shared by all tabs; `tab` lasts until the tab is closed. */
export type StorageArea = 'browser' | 'tab'

/**
 * Used when the browser refuses storage and while a super admin impersonates a member: nothing of the member may stay
 * in this browser, and the admin's own data must not change. An impersonation starts and ends with a page load.
 */
const memory = new Map<string, string>()
let hasImpersonated = false

const isActingAs = () => (hasImpersonated ||= impersonates(actingState()))
const storeOf = (where: StorageArea) => (where === 'tab' ? sessionStorage : localStorage)

/** The stored text, or null. */
export function readText(where: StorageArea, key: string): string | null {
  try {
    return memory.get(where + key) ?? (isActingAs() ? null : storeOf(where).getItem(key))
  } catch {
    return null
  }
}

/**
 * Stores a text; null removes it.
 * @returns whether the next page load will find it
 */
export function writeText(where: StorageArea, key: string, text: string | null): boolean {
  memory.delete(where + key)
  try {
    if (!isActingAs()) {
      if (text === null) storeOf(where).removeItem(key)
      else storeOf(where).setItem(key, text)
      return true
    }
  } catch {
    // Storage refused.
  }
  if (text !== null) memory.set(where + key, text)
  return false
}

/** Null when there is none of this type. */
export const readValue = <T>(where: StorageArea, key: string, isValid: (value: unknown) => value is T): T | null =>
  parseStored(readText(where, key), isValid)

/**
 * Stores a value as JSON; null removes it.
 * @returns whether the next page load will find it
 */
export const writeValue = (where: StorageArea, key: string, value: object | null): boolean =>
  writeText(where, key, value && JSON.stringify(value))

/** Keys of the drafts in local storage. */
const browserDrafts = ['order-draft', 'registration-drafts', 'message-drafts', 'new-club-draft'] as const
export type BrowserDraftKey = (typeof browserDrafts)[number]

/** Keys of the drafts in session storage begin like this. */
export type TabDraftKey = 'note' | 'draft' | `draft ${string}`

export const firstLoginKey = 'portal.first-login'

/** The page on which an installed app was left. */
export const lastPlaceKey = 'portal.last-place'

/** The order whose payment was opened last: in local storage, otherwise in a cookie. */
export const paymentKey = (product: string) => `${product}token`

/**
 * The member whose drafts are stored, in the browser and in the tab. `web/index.html` uses it to guess whether somebody
 * is signed in.
 */
const ownerKey = 'portal.kept-of'

/** Removes all personal data: drafts, the last payment and the last page. */
export function clearPersonalStorage(): void {
  const payment = paymentKey(config.productKey)
  for (const key of [ownerKey, ...browserDrafts, firstLoginKey, lastPlaceKey, payment]) localStorage.removeItem(key)
  document.cookie = `${payment}=; Path=/; Max-Age=0`
}

/** Whether somebody else has signed in in another tab since this one knew its member. */
export function belongsToOther(): boolean {
  const [here, now] = [sessionStorage, localStorage].map((store) => store.getItem(ownerKey))
  return here !== null && now !== null && here !== now
}

/** Removes what another person left in this browser, once `memberId` is signed in. */
export function clearStorageOfOthers(memberId: string): void {
  // Data without an owner could be anybody's.
  if (localStorage.getItem(ownerKey) !== memberId) clearPersonalStorage()
  const previousOwner = sessionStorage.getItem(ownerKey)
  for (const store of [localStorage, sessionStorage]) store.setItem(ownerKey, memberId)
  // Drafts written signed out go to the first person who signs in.
  if (previousOwner === null || previousOwner === memberId) return
  for (const key of Object.keys(sessionStorage)) if (/^(draft|note) /.test(key)) sessionStorage.removeItem(key)
}
