import { createStore, del, get, set } from 'idb-keyval'
import type { EventSummary } from '#contract/events/events.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import { actingFor } from './acting/acting.ts'
import { lastActivity, signInRequired } from './session/browser-session.ts'
import { config } from './config.ts'
import { parseStored } from './parse-stored.ts'
import { withTimeout } from './query-client.ts'

interface Part<T> {
  /** When the server sent it, in milliseconds since 1970. */
  readonly at: number
  readonly data: T
}

/** Events of a member's clubs between two days; `cut` when there are more. */
interface OfflineDays {
  readonly from: string
  readonly until: string
  readonly items: EventSummary[]
  readonly cut: boolean
}

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

/** One write at a time, because each adds to the last. */
let lastWrite: Promise<unknown> = Promise.resolve()
const serialize = <T>(work: () => Promise<T>): Promise<T> => {
  const result = lastWrite.then(work)
  lastWrite = result.catch(() => undefined)
  return result
}

/** Whether the member marked this device as their own. */
export const isOwnDevice = (memberId: string): boolean => ownerOfDevice() === memberId

/** Marks or unmarks the device, and moves the copy between tab and disk accordingly. */
export const markAsOwnDevice = (memberId: string, own: boolean): Promise<void> =>
  serialize(async () => {
    const copy = await readCopy(memberId)
    if (forgetOwner({ device: true })) await deleteCopy()
    if (own) localStorage.setItem(ownerKey, memberId)
    if (copy) await write(copy)
  })

/** Saves one part of the signed-in user's copy, as the server sent it at `at`. */
export const savePart = <P extends 'tickets' | 'days'>(
  memberId: string,
  part: P,
  data: NonNullable<OfflineCopy[P]>['data'],
  isCurrent: () => boolean,
  at = Date.now(),
): Promise<void> =>
  serialize(async () => {
    const copy = (await readCopy(memberId)) ?? { version: 1, memberId, tickets: null, days: null }
    // The user may have signed out meanwhile.
    if (isCurrent()) await write({ ...copy, [part]: { at, data } })
  })

/** The copy if it may still be shown; otherwise it is deleted. */
export const openCopy = (): Promise<OfflineCopy | null> =>
  serialize(async () => {
    // Only the user's own data is available offline.
    if (actingFor() !== null) return null
    // The user may have signed out in another tab while this one was asleep.
    const owner = ownerOfDevice() ?? (signInRequired() ? null : sessionStorage.getItem(ownerKey))
    const copy = owner === null || !config.offline ? null : await readCopy(owner)
    if (copy && isInTime(copy)) return copy
    // The device stays marked when the copy has expired.
    forgetOwner({ device: false })
    await deleteUnownedCopy()
    return null
  })

function shownUntil(copy: OfflineCopy): number {
  const lifetime = isOwnDevice(copy.memberId) ? OFFLINE_DAYS * 24 * 60 * 60_000 : config.sessionTimeoutMinutes * 60_000
  return (isOwnDevice(copy.memberId) ? savedAt(copy) : lastActivity()) + lifetime
}

const deleteCopy = (): Promise<void> => del(key, store())

const savedAt = ({ tickets, days }: OfflineCopy) => Math.max(tickets?.at ?? 0, days?.at ?? 0)

/** The clock may have been set back, which would leave a copy dated in the future. */
function isInTime(copy: OfflineCopy, now = Date.now()): boolean {
  const maxClockDrift = 24 * 60 * 60_000
  return now < shownUntil(copy) && savedAt(copy) < now + maxClockDrift
}

async function readCopy(memberId: string): Promise<OfflineCopy | null> {
  const stored = isOwnDevice(memberId)
    ? await get<unknown>(key, store())
    : parseStored(sessionStorage.getItem(tabCopyKey), isCopy)
  return isCopy(stored) && stored.memberId === memberId ? stored : null
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

async function deleteUnownedCopy(): Promise<void> {
  // Some browsers lack `indexedDB` or `databases` in private windows.
  const databases = await (globalThis.indexedDB as IDBFactory | undefined)?.databases?.()
  if (databases?.some(({ name }) => name === database)) await deleteCopy()
}

function isCopy(value: unknown): value is OfflineCopy {
  const { version, memberId, tickets, days } = (value ?? {}) as Partial<OfflineCopy>
  return (
    version === 1 &&
    typeof memberId === 'string' &&
    (tickets === null || (typeof tickets?.at === 'number' && Array.isArray(tickets.data))) &&
    (days === null || (typeof days?.at === 'number' && Array.isArray(days.data?.items)))
  )
}

/** How long signing out waits for the disk, in milliseconds. */
const deleteTimeoutMs = 2_000

/**
 * Deletes the offline copy, and hides it from the moment of the call.
 * @returns when it is gone from the disk, or the disk is too slow
 */
export async function forgetOfflineCopy(what: { device: boolean }): Promise<void> {
  if (!forgetOwner(what)) return
  // A copy without an owner is never shown; the next page deletes it if this fails.
  const deletion = deleteCopy().catch(() => undefined)
  await withTimeout(deletion, deleteTimeoutMs)
}

export function forgetCopyOfOthers(memberId: string): void {
  const owners = [ownerOfDevice(), sessionStorage.getItem(ownerKey)]
  if (owners.some((owner) => owner !== null && owner !== memberId)) void forgetOfflineCopy({ device: true })
}

/** The owner of the copy: in local storage on the member's own device, otherwise in session storage. */
const ownerKey = 'portal.kept-for'

/** The copy itself on a device that is not the member's own. */
const tabCopyKey = 'portal.kept-copy'

/** How many days a copy stays readable on the member's own device. */
export const OFFLINE_DAYS = 7

/** The member whose own device this is, or null. */
export const ownerOfDevice = (): string | null => localStorage.getItem(ownerKey)

/**
 * Removes the owner, so that the copy is not shown any more. Without `device` only this tab's copy is removed.
 * @returns whether a copy is left on the disk
 */
function forgetOwner({ device }: { device: boolean }): boolean {
  sessionStorage.removeItem(ownerKey)
  sessionStorage.removeItem(tabCopyKey)
  if (!device || ownerOfDevice() === null) return false
  localStorage.removeItem(ownerKey)
  return true
}
