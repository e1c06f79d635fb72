import { Problem } from '#server/http/problem.ts'
import type { Identity } from '#server/identity/identity.ts'

/** Milliseconds for which a full refusal stands for others: a place that is free again is for sale after that at the latest. */
const KNOWN = 1000

/** When half of that is over, one call of this many milliseconds goes to the database all the same, to see whether it still holds. */
const LOOK = 50

/** Full refusals within that time from which on it is a rush. Who comes one by one is always answered by the database. */
const MANY = 10

/**
 * Remembers for a moment which categories of an event are sold out, where many want the last places at once. Those who come too late
 * are answered without the database, so that they do not take its time from those who buy.
 */
export interface SoldOutCache {
  readonly stopwatch: () => number
  /** Counts a full refusal by the database. @returns whether it is time to remember that nothing is left */
  countRefusal(eventId: string, category: string): boolean
  /**
   * For a second nobody has a chance, as of `asOf`, read before the places were counted.
   * @param others whose unpaid orders hold places, or who bought some a moment ago: they are not meant
   */
  remember(sale: { eventId: string; category: string; asOf: number; others: ReadonlySet<string> }): void
  /** `event_sold_out` when that is known of a place that the body of `payment-prepare` asks for. */
  precheck(this: void, identity: Identity, body: unknown): Problem | null
}

interface Known {
  readonly until: number
  readonly others: ReadonlySet<string>
  /** Whoever comes first after that looks again. */
  lookAt: number
}

/** Names a caller as `others` does. */
export const callerKey = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string => `${issuer}\0${subject}`

/** @param stopwatch milliseconds of the machine: what one process remembers for a second ends by its own time */
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

/** One for all: making it anew would be most of the work. */
const soldOut = new Problem('event_sold_out', { data: { left: 0 } })

/** What cannot be read is the use case's to refuse. */
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
