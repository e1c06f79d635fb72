import { forgetOwner, ownerKey, ownerOfDevice } from './kept-marker.ts'

/** Milliseconds for which whoever leaves waits for the disk. */
const patience = 2_000

/**
 * Forgets what is kept of a person for pages without network. It is not shown any more once this was called.
 * @returns when it is gone from the disk, too, or the disk takes too long
 */
export async function forgetKeptCopy(what: { device: boolean }): Promise<void> {
  if (!forgetOwner(what)) return
  // A copy without its owner's name is none; the next page deletes what this one could not.
  const gone = import('./kept-copy.ts').then(({ deleteCopy }) => deleteCopy()).catch(() => undefined)
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patience))])
}

/** Another person's copy is forgotten as soon as somebody is signed in. */
export function forgetCopyOfOthers(memberId: string): void {
  const owners = [ownerOfDevice(), sessionStorage.getItem(ownerKey)]
  if (owners.some((owner) => owner !== null && owner !== memberId)) void forgetKeptCopy({ device: true })
}
