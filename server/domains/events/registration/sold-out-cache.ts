import { Problem } from '#server/http/problem.ts'
import type { Identity } from '#server/identity/identity.ts'

/** Milliseconds for which a refusal is remembered; after that a freed place is on sale again. */
const KNOWN = 1000

/** After half of that time, one call per this many milliseconds is let through to check the database again. */
const LOOK = 50

/** Refusals within that time that count as a rush. Below it the database answers every call. */
const MANY = 10

/**
 * Remembers for a moment which categories of an event are sold out while many want the last places. Late calls are
 * refused without the database, which leaves it to the buyers.
 */
export interface SoldOutCache {
  readonly stopwatch: () => number
  /** Counts a refusal by the database. @returns whether to remember it */
  countRefusal(eventId: string, category: string): boolean
  /**
   * Refuses a category for a second from `asOf`, which was read before the places were counted.
   * @param others sign-ins with unpaid orders or very recent purchases; they are not refused
   */
  remember(sale: { eventId: string; category: string; asOf: number; others: ReadonlySet<string> }): void
  /** `event_sold_out` if the body of `payment-prepare` asks for a place known to be sold out. */
  precheck(this: void, identity: Identity, body: unknown): Problem | null
}

interface Known {
  readonly until: number
  readonly others: ReadonlySet<string>
  /** The first call after that checks the database again. */
  lookAt: number
}

/** A caller's key in `others`. */
export const callerKey = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string => `${issuer}\0${subject}`

/** @param stopwatch monotonic milliseconds of this process */
export function createSoldOutCache(stopwatch: () => number): SoldOutCache {
  const refusals = new Map<string, { since: number; count: number }>()
  const known = new Map<string, Known>()
  const forgetOld = (now: number) => {
    for (const [key, { until }] of known) if (until <= now) known.delete(key)
    for (const [key, { since }] of refusals) if (since + KNOWN <= now) refusals.delete(key)
  }

  return {
    stopwatch,
    countRefusal(eventId, category) {
      const now = stopwatch()
      const key = `${eventId} ${category}`
      forgetOld(now)
      if (known.has(key)) return true
      const found = refusals.get(key) ?? { since: now, count: 0 }
      refusals.set(key, { ...found, count: found.count + 1 })
      return found.count + 1 === MANY
    },
    remember({ eventId, category, asOf, others }) {
      known.set(`${eventId} ${category}`, { until: asOf + KNOWN, others, lookAt: asOf + KNOWN / 2 })
    },
    precheck(identity, body) {
      const now = stopwatch()
      if (known.size > 0) forgetOld(now)
      if (known.size === 0) return null
      for (const { eventId, category } of linesOf(body)) {
        const found = known.get(`${eventId} ${category}`)
        if (!found || found.others.has(callerKey(identity))) continue
        if (found.lookAt <= now) {
          found.lookAt = now + LOOK
          return null
        }
        return soldOut
      }
      return null
    },
  }
}

/** Created once: creating an error is expensive. */
const soldOut = new Problem('event_sold_out', { data: { left: 0 } })

/** The use case refuses what cannot be read. */
function linesOf(body: unknown): { eventId: string; category: string }[] {
  try {
    const { membershipData } = body as { membershipData: string }
    const { lines } = JSON.parse(Buffer.from(membershipData, 'base64').toString()) as { lines: unknown[] }
    return lines.flatMap((line) => {
      const { eventId, category } = line as Record<string, unknown>
      if (typeof eventId !== 'string' || typeof category !== 'string') return []
      return { eventId: eventId.toLowerCase(), category: category.trim().toLowerCase() }
    })
  } catch {
    return []
  }
}
