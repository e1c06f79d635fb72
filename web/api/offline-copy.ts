import { createStore, del, get, set } from 'idb-keyval'
import type { EventSummary } from '#contract/events.ts'
import type { Ticket } from '#contract/tickets.ts'
import { actingFor } from './acting/acting.ts'
import { lastActivity, signInRequired } from './session/browser-session.ts'
import { config } from './config.ts'
import { parseStored } from './local-storage.ts'
import { withTimeout } from './query-client.ts'

interface Part<T> {
  /** When the server said so, in milliseconds since 1970. */
  readonly at: number
  readonly data: T
}

/** Events of a member's clubs from one day to another; `cut`: there are more. */
interface OfflineDays {
  readonly from: string
  readonly until: string
  readonly items: EventSummary[]
  readonly cut: boolean
}

/** What a member reads without network. */
interface OfflineCopy {
  readonly version: 1
  readonly memberId: string
  readonly tickets: Part<Ticket[]> | null
  readonly days: Part<OfflineDays> | null
}

const database = 'portal-kept'
const key = 'copy'

let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore(database, key))

/** One write after the other: each adds to what the last one left. */
let writing: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const result = writing.then(work)
  writing = result.catch(() => undefined)
  return result
}

/** Whether this device is the member's own. */
export const isOwnDevice = (memberId: string): boolean => ownerOfDevice() === memberId

/** The member says whether this device is their own; the copy moves to where it belongs. */
export const markAsOwnDevice = (memberId: string, own: boolean): Promise<void> =>
  inTurn(async () => {
    const copy = await readCopy(memberId)
    if (forgetOwner({ device: true })) await deleteCopy()
    if (own) localStorage.setItem(ownerKey, memberId)
    if (copy) await write(copy)
  })

/** Keeps a part of the copy of whoever is signed in, for themselves. */
export const savePart = <P extends 'tickets' | 'days'>(
  memberId: string,
  part: P,
  data: NonNullable<OfflineCopy[P]>['data'],
  stillWanted: () => boolean,
): Promise<void> =>
  inTurn(async () => {
    const copy = (await readCopy(memberId)) ?? { version: 1, memberId, tickets: null, days: null }
    // Whoever signed out while it was read leaves nothing behind.
    if (stillWanted()) await write({ ...copy, [part]: { at: Date.now(), data } })
  })

/** The copy as far as it may be shown; one that may not, or that is not whole, is deleted. */
export const openCopy = (): Promise<OfflineCopy | null> =>
  inTurn(async () => {
    // What a tab does for others has nothing to do with its reader's own.
    if (actingFor() !== null) return null
    // A tab that slept while its person signed out in another has not heard of it.
    const owner = ownerOfDevice() ?? (signInRequired() ? null : sessionStorage.getItem(ownerKey))
    const copy = owner === null || !config.offline ? null : await readCopy(owner)
    if (copy && isInTime(copy)) return copy
    // A device stays its member's own when its copy has become too old.
    forgetOwner({ device: false })
    await deleteLeftOver()
    return null
  })

/** When the copy will not be shown any more. */
function shownUntil(copy: OfflineCopy): number {
  const lifetime = isOwnDevice(copy.memberId) ? OFFLINE_DAYS * 24 * 60 * 60_000 : config.sessionTimeoutMinutes * 60_000
  return (isOwnDevice(copy.memberId) ? madeAt(copy) : lastActivity()) + lifetime
}

/** Deletes what lies on the disk. */
const deleteCopy = (): Promise<void> => del(key, store())

const madeAt = ({ tickets, days }: OfflineCopy) => Math.max(tickets?.at ?? 0, days?.at ?? 0)

/** A clock that was set back leaves a copy from the future, of which nobody knows how old it is. */
function isInTime(copy: OfflineCopy, now = Date.now()): boolean {
  const ahead = 24 * 60 * 60_000
  return now < shownUntil(copy) && madeAt(copy) < now + ahead
}

async function readCopy(memberId: string): Promise<OfflineCopy | null> {
  const kept = isOwnDevice(memberId)
    ? await get<unknown>(key, store())
    : parseStored(sessionStorage.getItem(tabCopyKey), isCopy)
  return isCopy(kept) && kept.memberId === memberId ? kept : null
}

async function write(copy: OfflineCopy): Promise<void> {
  if (!isOwnDevice(copy.memberId)) {
    sessionStorage.setItem(ownerKey, copy.memberId)
    return sessionStorage.setItem(tabCopyKey, JSON.stringify(copy))
  }
  await set(key, copy, store())
  // Signed out meanwhile.
  if (!isOwnDevice(copy.memberId)) await deleteCopy()
}

async function deleteLeftOver(): Promise<void> {
  // Some browsers have neither in a private window.
  const known = await (globalThis.indexedDB as IDBFactory | undefined)?.databases?.()
  if (known?.some(({ name }) => name === database)) await deleteCopy()
}

/** Whether it was written by this version: what lies in a browser may be another's. */
function isCopy(value: unknown): value is OfflineCopy {
  const { version, memberId, tickets, days } = (value ?? {}) as Partial<OfflineCopy>
  return (
    version === 1 &&
    typeof memberId === 'string' &&
    (tickets === null || (typeof tickets?.at === 'number' && Array.isArray(tickets.data))) &&
    (days === null || (typeof days?.at === 'number' && Array.isArray(days.data?.items)))
  )
}

/** Milliseconds for which whoever leaves waits for the disk. */
const patience = 2_000

/**
 * Forgets what is kept of a person for pages without network. It is not shown any more once this was called.
 * @returns when it is gone from the disk, too, or the disk takes too long
 */
export async function forgetOfflineCopy(what: { device: boolean }): Promise<void> {
  if (!forgetOwner(what)) return
  // A copy without its owner's name is none; the next page deletes what this one could not.
  const gone = deleteCopy().catch(() => undefined)
  await withTimeout(gone, patience)
}

/** Another person's copy is forgotten as soon as somebody is signed in. */
export function forgetCopyOfOthers(memberId: string): void {
  const owners = [ownerOfDevice(), sessionStorage.getItem(ownerKey)]
  if (owners.some((owner) => owner !== null && owner !== memberId)) void forgetOfflineCopy({ device: true })
}

// What this browser keeps for pages without network, and of whom. The first script knows no more of it than how to forget.

/** Names the member whose copy is kept: in the browser on a device of their own, else in this tab. */
const ownerKey = 'portal.kept-for'

/** Where this tab keeps a copy on a device that is not marked as the member's own. */
const tabCopyKey = 'portal.kept-copy'

/** Days for which a member's own device keeps a copy after it was last made anew. */
export const OFFLINE_DAYS = 7

/** The member whose own device this is; null: nobody said so. */
export const ownerOfDevice = (): string | null => localStorage.getItem(ownerKey)

/**
 * Forgets whose copy is kept: from this moment nothing of it is shown any more. Without `device` only what this tab keeps,
 * at the end of a session on a device that is not the member's own.
 * @returns whether a copy is left on the disk
 */
function forgetOwner({ device }: { device: boolean }): boolean {
  sessionStorage.removeItem(ownerKey)
  sessionStorage.removeItem(tabCopyKey)
  if (!device || ownerOfDevice() === null) return false
  localStorage.removeItem(ownerKey)
  return true
}
