import type { Db, Reader } from '#server/database/db.ts'
import { Problem } from '../problem.ts'
import { count, countInTurn, keyOf } from './rate-windows.ts'

/** How often one route may be called in a window. The first limit reached refuses. */
export interface Rate {
  /** By one identity; by one address where nobody is signed in. */
  readonly calls: number
  /** By one address; ten times `calls` when left out, because a club house shares one. */
  readonly perIp?: number
  /** Length of the window; a minute when left out. */
  readonly seconds?: number
  /** Routes with the same name are counted together. */
  readonly name?: string
  /** Calls in a day by one identity; by one address where nobody is signed in. */
  readonly daily?: number
}

/** For calls that must never be refused, with the reason. */
export interface NoRate {
  readonly none: string
}

/** A write without a rate of its own is counted together with the caller's others. */
export const writeRate: Rate = { name: 'writes', calls: 240 }

const DAY = 86_400

export interface Caller {
  readonly ip: string
  /** Issuer and subject of the token. */
  readonly identity: string | null
}

/**
 * Counts a call in the database, shared by all servers, and refuses it above a limit. A call refused because of the person is not
 * counted at their address, which others share. Keys are hashed: the table holds no addresses or identities.
 */
export async function countCall(db: Db, path: string, rate: Rate, caller: Caller): Promise<void> {
  const { name: route = path, calls, perIp = calls * 10, seconds = 60, daily } = rate
  const address = `ip ${networkOf(caller.ip)}`
  const who = caller.identity ?? address
  await countInTurn(db, [
    { key: keyOf(`${route}\0${who}`), limit: calls, seconds },
    ...(daily ? [{ key: keyOf(`${route} in a day\0${who}`), limit: daily, seconds: DAY }] : []),
    ...(who === address ? [] : [{ key: keyOf(`${route}\0${address}`), limit: perIp, seconds }]),
  ])
}

/**
 * Counts uses of a thing instead of calls by a caller. Use it where nobody else can use up the limit.
 */
export const countUse = (db: Reader, what: string, id: string, { calls, seconds = 60 }: Rate): Promise<void> =>
  count(db, [{ key: keyOf(`${what}\0of ${id}`), limit: calls }], seconds)

/** Mails a day to an address that somebody else entered, so that nobody can flood it through us. */
const TO_STRANGERS: Rate = { calls: 5, seconds: DAY }

/** Counts a mail to an address that somebody else entered. Throws `too_many_requests` when it has had enough today. */
export const countMailToStranger = (db: Reader, address: string): Promise<void> =>
  countUse(db, 'mails to a stranger', address, TO_STRANGERS)

/** Counts a mail that is left out silently. @returns false when it has had enough today */
export async function mayMailStranger(db: Reader, address: string): Promise<boolean> {
  try {
    await countMailToStranger(db, address)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const MINUTE = 60_000

/**
 * Limits what is asked with one key in a minute, in this process only: a round trip to count a read would cost as much as the read. Throws
 * `too_many_requests`.
 */
export function createMinuteLimit(most: number, detail?: string, now: () => number = () => performance.now()) {
  let begun = -Infinity
  let counts = new Map<string, number>()
  return (key: string): void => {
    if (now() - begun >= MINUTE) {
      begun = now()
      counts = new Map()
    }
    const counted = (counts.get(key) ?? 0) + 1
    counts.set(key, counted)
    if (counted <= most) return
    const retryAfter = Math.ceil((begun + MINUTE - now()) / 1000)
    throw new Problem('too_many_requests', { retryAfter, ...(detail && { detail }) })
  }
}

/** The address, or an IPv6 address's /64: one customer has all of those and could change address on every call. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/, '')
  const [head = '', tail] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const whole =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return whole.slice(0, 4).join(':')
}
