import { forgetOwner, ownerKey, ownerOfDevice } from './kept-marker.ts'

/**
 * Forgets what is kept of a person for pages without network. It is not shown any more once this was called.
 * @returns when it is gone from the disk, too
 */
export async function forgetKeptCopy(what: { device: boolean }): Promise<void> {
  // A copy without its owner's name is none; the next page deletes what this one could not.
  if (forgetOwner(what)) await import('./kept-copy.ts').then(({ deleteCopy }) => deleteCopy()).catch(() => undefined)
}

/** Another person's copy is forgotten as soon as somebody is signed in. */
export function forgetCopyOfOthers(memberId: string): void {
  const owners = [ownerOfDevice(), sessionStorage.getItem(ownerKey)]
  if (owners.some((owner) => owner !== null && owner !== memberId)) void forgetKeptCopy({ device: true })
}
