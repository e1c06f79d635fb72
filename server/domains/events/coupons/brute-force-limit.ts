import { coupons } from '#contract/coupons.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orders, type Quote } from '#contract/orders.ts'
import type { Db } from '#server/database/db.ts'
import { decodeSelection } from '#server/domains/orders/index.ts'
import { isMember, type Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { guess } from '#server/http/limits/guess.ts'
import type { Around, Route } from '#server/http/route.ts'

/** Wrong codes in a minute, over all calls that take one. */
const limits = { what: 'coupon', calls: 5, perIp: 20 }

/** Slows down whoever guesses codes: a wrong one counts by whichever call it came, and none is looked up beyond the limit. */
export function bruteForceLimit(route: Route): Route {
  const around = arounds.find(([endpoint]) => endpoint === route.endpoint)?.[1]
  return around ? { ...route, around } : route
}

/** A good code that cannot be used here has a cause, and is no guess. */
const isMiss = (problem: unknown): boolean =>
  problem instanceof Problem && problem.code === 'coupon_not_valid' && problem.options.cause === undefined

/** Calls that refuse a wrong code. */
const refuses: Around = (db, actor, input, run) => tryCode(db, actor, () => run(input))

function tryCode<T>(db: Db, actor: Actor, run: () => Promise<T>, missed: (answer: T) => boolean = () => false) {
  // Who has no member yet is refused by the call itself.
  if (!isMember(actor)) return run()
  return guess(db, limits, { ip: actor.via.ip, memberId: actor.signedInId }, () =>
    run().then(
      (answer) => ({ answer, missed: missed(answer) }),
      (error: unknown) => ({ error, missed: isMiss(error) }),
    ),
  )
}

/** A selection with a code. */
const prepares: Around = (db, actor, input, run) => {
  const { membershipData } = input as { membershipData: string }
  return namesCode(membershipData) ? tryCode(db, actor, () => run(input)) : run(input)
}

/** Read as the call itself reads it; what cannot be read may name one. */
function namesCode(membershipData: string): boolean {
  try {
    return Boolean((decodeSelection(membershipData) as { coupon?: unknown }).coupon)
  } catch {
    return true
  }
}

/** Says beside the prices what became of the code, so that it never refuses: with too many wrong ones the prices are those without it. */
const quotes: Around = async (db, actor, input, run) => {
  const { coupon, ...rest } = input as { coupon?: string }
  if (!coupon) return run(input)
  const quote = () => run(input) as Promise<Quote>
  try {
    return await tryCode(db, actor, quote, (answer) => answer.coupon?.problem === 'coupon_not_valid')
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'too_many_requests')) throw error
    const without = (await run(rest)) as Quote
    const off = { ...without.total, minor: 0 }
    return { ...without, coupon: { code: coupon, name: '', off, problem: 'too_many_requests' } }
  }
}

const arounds: readonly (readonly [Endpoint, Around])[] = [
  [coupons.validate, refuses],
  [coupons.apply, refuses],
  [coupons.item, refuses],
  [orders.prepare, prepares],
  [orders.quote, quotes],
]
