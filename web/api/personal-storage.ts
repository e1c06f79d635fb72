import { config } from './config.ts'

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
