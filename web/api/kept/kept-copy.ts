import { createStore, del, get, set } from 'idb-keyval'
import type { EventSummary } from '#contract/events.ts'
import type { Ticket } from '#contract/tickets.ts'
import { actingFor } from '../acting/acting-for.ts'
import { lastActivity, signInRequired } from '../session/browser-session.ts'
import { config } from '../config.ts'
import { forgetOwner, KEPT_DAYS, ownerKey, ownerOfDevice, tabCopyKey } from './kept-marker.ts'
import { parseKept } from './kept-value.ts'

interface Part<T> {
  /** When the server said so, in milliseconds since 1970. */
  readonly at: number
  readonly data: T
}

/** Events of a member's clubs from one day to another; `cut`: there are more. */
export interface KeptDays {
  readonly from: string
  readonly until: string
  readonly items: EventSummary[]
  readonly cut: boolean
}

/** What a member reads without network. */
export interface KeptCopy {
  readonly version: 1
  readonly memberId: string
  readonly tickets: Part<Ticket[]> | null
  readonly days: Part<KeptDays> | null
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
export const markDevice = (memberId: string, own: boolean): Promise<void> =>
  inTurn(async () => {
    const copy = await readCopy(memberId)
    if (forgetOwner({ device: true })) await deleteCopy()
    if (own) localStorage.setItem(ownerKey, memberId)
    if (copy) await write(copy)
  })

/** Keeps a part of the copy of whoever is signed in, for themselves. */
export const keepPart = <P extends 'tickets' | 'days'>(
  memberId: string,
  part: P,
  data: NonNullable<KeptCopy[P]>['data'],
  stillWanted: () => boolean,
): Promise<void> =>
  inTurn(async () => {
    const copy = (await readCopy(memberId)) ?? { version: 1, memberId, tickets: null, days: null }
    // Whoever signed out while it was read leaves nothing behind.
    if (stillWanted()) await write({ ...copy, [part]: { at: Date.now(), data } })
  })

/** The copy as far as it may be shown; one that may not, or that is not whole, is deleted. */
export const openCopy = (): Promise<KeptCopy | null> =>
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
export function keptUntil(copy: KeptCopy): number {
  const lifetime = isOwnDevice(copy.memberId) ? KEPT_DAYS * 24 * 60 * 60_000 : config.sessionTimeoutMinutes * 60_000
  return (isOwnDevice(copy.memberId) ? madeAt(copy) : lastActivity()) + lifetime
}

/** Deletes what lies on the disk. */
export const deleteCopy = (): Promise<void> => del(key, store())

const madeAt = ({ tickets, days }: KeptCopy) => Math.max(tickets?.at ?? 0, days?.at ?? 0)

/** A clock that was set back leaves a copy from the future, of which nobody knows how old it is. */
function isInTime(copy: KeptCopy, now = Date.now()): boolean {
  const ahead = 24 * 60 * 60_000
  return now < keptUntil(copy) && madeAt(copy) < now + ahead
}

async function readCopy(memberId: string): Promise<KeptCopy | null> {
  const kept = isOwnDevice(memberId)
    ? await get<unknown>(key, store())
    : parseKept(sessionStorage.getItem(tabCopyKey), isCopy)
  return isCopy(kept) && kept.memberId === memberId ? kept : null
}

async function write(copy: KeptCopy): Promise<void> {
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
function isCopy(value: unknown): value is KeptCopy {
  const { version, memberId, tickets, days } = (value ?? {}) as Partial<KeptCopy>
  return (
    version === 1 &&
    typeof memberId === 'string' &&
    (tickets === null || (typeof tickets?.at === 'number' && Array.isArray(tickets.data))) &&
    (days === null || (typeof days?.at === 'number' && Array.isArray(days.data?.items)))
  )
}
