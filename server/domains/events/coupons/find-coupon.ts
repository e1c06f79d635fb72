import { createHash, randomInt } from 'node:crypto'
import type { Coupon } from '#contract/events/coupons.ts'
import { textsIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { Problem } from '#server/http/problem.ts'
import { isCurrent, usesLeft } from './coupon-rules.ts'
import { type FoundCoupon, selectOptionalCoupon, type ExcludedHolds } from './queries.ts'

interface Asked {
  readonly orgId: string
  readonly code: string
  readonly buyerId: string
  /** Null: wherever the coupon is valid. */
  readonly eventId: string | null
}

/**
 * The coupon of a code if the buyer can use it now, else null. Wrong, foreign, disabled, early, expired and used-up
 * codes take the same statement and get the same answer, so nobody learns why.
 */
export async function findCoupon(
  db: Reader,
  now: Date,
  asked: Asked,
  excluded: ExcludedHolds = 'all',
): Promise<FoundCoupon | null> {
  const { orgId, buyerId, eventId } = asked
  const found = await selectOptionalCoupon(db, { orgId, buyerId, eventId, excluded, key: keyOfCode(asked.code) })
  if (!found) return null
  const { coupon, uses, open } = found
  const elsewhere = eventId !== null && coupon.eventId !== null && coupon.eventId !== eventId
  return open && !elsewhere && isCurrent(coupon, now) && usesLeft(coupon, uses) !== 0 ? found : null
}

export async function requireCoupon(db: Reader, now: Date, asked: Asked): Promise<FoundCoupon> {
  const found = await findCoupon(db, now, asked)
  if (!found) throw new Problem('coupon_not_valid')
  return found
}

/** A private code does not reveal how often others used it: `left` only counts what the caller may still use. */
export function presentCoupon(
  { coupon, uses, currency }: Pick<FoundCoupon, 'coupon' | 'uses' | 'currency'>,
  language: Language,
): Coupon {
  const counted = coupon.listed ? coupon : { ...coupon, totalLimit: null }
  return {
    id: coupon.id,
    orgId: coupon.orgId,
    eveId: coupon.eventId,
    code: coupon.code,
    ...textsIn({ name: coupon.name }, language),
    percent: coupon.percent,
    amount: coupon.amount === null ? null : { minor: coupon.amount, currency },
    categories: coupon.categories,
    validFrom: coupon.validFrom?.toISOString() ?? null,
    validUntil: coupon.validUntil?.toISOString() ?? null,
    left: usesLeft(counted, uses),
  }
}

/** Characters that are not mistaken for each other. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An unguessable code: 49 random bits, in two readable groups. */
export const newCouponCode = (): string => inGroups(() => randomInt(signs.length))

/** The code of a secret seed: as hard to guess as the seed, and always the same. */
export function couponCodeOf(seed: string): string {
  const hash = createHash('sha256').update(seed).digest()
  return inGroups((at) => hash.readUInt16BE(2 * at) % signs.length)
}

function inGroups(signAt: (at: number) => number): string {
  const code = Array.from({ length: 10 }, (_, at) => signs[signAt(at)]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/**
 * Normalises a code for comparison: capitals without dashes and spaces. Empty, which matches nothing, if it cannot be
 * a code.
 */
export function keyOfCode(typed: string): string {
  const key = typed
    .normalize('NFC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return /^[A-Z0-9ÆØÅ]{1,64}$/.test(key) ? key : ''
}

/** The end of a code, a quarter at most, for those who may not use it. */
export const maskedCode = (code: string): string => {
  const shown = Math.min(4, Math.floor(code.length / 4))
  return `…${code.slice(code.length - shown)}`
}
