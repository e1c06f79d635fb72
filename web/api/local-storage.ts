import { actingState } from './acting/acting.ts'
import { config } from './config.ts'

/** Where something is kept: in this browser, for all its tabs, or in one tab until that is closed. */
export type StorageArea = 'browser' | 'tab'

/**
 * Stands in where the browser refuses storage, and on a page on which a super admin acts as a member: that begins and ends
 * with a page of its own, so that nothing of the member stays in this browser and the admin finds what is their own.
 */
const memory = new Map<string, string>()
let isApart = false

const isActingAs = () => (isApart ||= actingState().acting?.as === 'impersonator')
const storeOf = (where: StorageArea) => (where === 'tab' ? sessionStorage : localStorage)

/** A text as it is kept; null: there is none. */
export function readText(where: StorageArea, key: string): string | null {
  try {
    return memory.get(where + key) ?? (isActingAs() ? null : storeOf(where).getItem(key))
  } catch {
    return null
  }
}

/**
 * Keeps a text; null forgets it.
 * @returns whether the next page finds it as it is
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
    // Refused.
  }
  if (text !== null) memory.set(where + key, text)
  return false
}

/** A value as it is kept; null: there is none of this kind. */
export const readValue = <T>(where: StorageArea, key: string, isOne: (value: unknown) => value is T): T | null =>
  parseStored(readText(where, key), isOne)

/** Keeps a value; null forgets it. @returns whether the next page finds it as it is */
export const writeValue = (where: StorageArea, key: string, value: object | null): boolean =>
  writeText(where, key, value && JSON.stringify(value))

/** What a kept text says; null where it is of another version of the portal, or of anybody's hand. */
export function parseStored<T>(text: string | null, isOne: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isOne(value) ? value : null
  } catch {
    return null
  }
}

/** Where a basket is kept in this browser, for the person who filled it. */
export const draftKey = 'order-draft'

/** Where registrations on their way are kept, by event. */
export const registrationsKey = 'registration-drafts'

/** Where messages on their way are kept, by where they go. */
export const messagesKey = 'message-drafts'

/** Where the first login of this browser's session is kept (`session/first-login.ts`). */
export const firstLoginKey = 'portal.first-login'

/** Where the order is named whose payment was opened last: in local storage, else in a cookie. */
export const paymentKey = (product: string) => `${product}token`

/**
 * Names the member of whom drafts are kept: in this browser, until they sign out, and in this tab. By it `web/index.html` tells
 * whether somebody probably is signed in.
 */
const keptOf = 'portal.kept-of'

/** Forgets all that this browser keeps of whoever was signed in: what they were about to buy, to pay and to write. */
export function clearPersonalStorage(): void {
  const payment = paymentKey(config.productKey)
  for (const key of [keptOf, draftKey, registrationsKey, messagesKey, firstLoginKey, payment])
    localStorage.removeItem(key)
  document.cookie = `${payment}=; Path=/; Max-Age=0`
}

/** Forgets what another person left in this browser and typed in this tab, now that this one is signed in. */
export function clearStorageOfOthers(memberId: string): void {
  // What nobody's name stands on may be anybody's.
  if (localStorage.getItem(keptOf) !== memberId) clearPersonalStorage()
  const before = sessionStorage.getItem(keptOf)
  for (const store of [localStorage, sessionStorage]) store.setItem(keptOf, memberId)
  // What was typed before anybody signed in here goes with whoever does.
  if (before === null || before === memberId) return
  for (const key of Object.keys(sessionStorage)) if (/^(draft|note) /.test(key)) sessionStorage.removeItem(key)
}
