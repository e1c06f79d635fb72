/** Where a basket is kept in this browser, for the person who filled it. */
export const draftKey = 'order-draft'

/** Forgets the basket, when its person signs out or another one signs in. */
export function forgetKeptDraft(): void {
  try {
    localStorage.removeItem(draftKey)
  } catch {
    // Nothing was kept.
  }
}
