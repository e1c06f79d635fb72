// What this browser keeps for pages without network, and of whom. The first script knows no more of it than how to forget.

/** Names the member whose copy is kept: in the browser on a device of their own, else in this tab. */
export const ownerKey = 'portal.kept-for'

/** Where this tab keeps a copy on a device that is not marked as the member's own. */
export const tabCopyKey = 'portal.kept-copy'

/** Days for which a member's own device keeps a copy after it was last made anew. */
export const KEPT_DAYS = 7

/** The member whose own device this is; null: nobody said so. */
export const ownerOfDevice = (): string | null => localStorage.getItem(ownerKey)

/**
 * Forgets whose copy is kept: from this moment nothing of it is shown any more. Without `device` only what this tab keeps,
 * at the end of a session on a device that is not the member's own.
 * @returns whether a copy is left on the disk
 */
export function forgetOwner({ device }: { device: boolean }): boolean {
  sessionStorage.removeItem(ownerKey)
  sessionStorage.removeItem(tabCopyKey)
  if (!device || ownerOfDevice() === null) return false
  localStorage.removeItem(ownerKey)
  return true
}
