/** Where a basket is kept in this browser, for the person who filled it. */
export const draftKey = 'order-draft'

/** Where registrations on their way are kept, by event. */
export const registrationsKey = 'registration-drafts'

/** Where messages on their way are kept, by where they go. */
export const messagesKey = 'message-drafts'

/** Forgets the basket, when its person signs out or another one signs in. */
export function forgetKeptDraft(): void {
  forget(draftKey)
}

/** Forgets all that somebody was about to buy or to write. */
export function forgetKeptDrafts(): void {
  forget(draftKey)
  forget(registrationsKey)
  forget(messagesKey)
}

/** Names the member who types in this tab. */
const tabOf = 'portal.tab-of'

/** Forgets what somebody else had typed in this tab, now that another person is signed in there. */
export function forgetTypedByOthers(memberId: string): void {
  const before = sessionStorage.getItem(tabOf)
  sessionStorage.setItem(tabOf, memberId)
  if (before === null || before === memberId) return
  for (const key of Object.keys(sessionStorage)) if (/^(draft|note) /.test(key)) sessionStorage.removeItem(key)
}

function forget(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
