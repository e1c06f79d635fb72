import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isPriced, priceLines } from '../sell-lines.ts'
import type { PricedLine, SelectedLine, Sellers } from '../seller.ts'

export interface Basket {
  readonly lines: readonly SelectedLine[]
  readonly coupon?: string | undefined
}

/** The organisation that lines name; null when only events do, which know their own. Throws when they name two. */
export function organisationOf(lines: readonly SelectedLine[]): string | null {
  const named = new Set(lines.flatMap((line) => ('orgId' in line ? line.orgId : [])))
  if (named.size > 1) throw new Problem('one_organisation_per_order')
  return [...named][0] ?? null
}

/**
 * Prices everything, with what a code takes off. Throws the first refusal: an order stands whole or not at all.
 * @returns coupon the code as it is written down, null without one
 */
export async function priceBasket(
  sellers: Sellers,
  tx: Tx,
  buyer: MemberActor,
  { lines: selected, coupon }: Basket,
): Promise<{ lines: PricedLine[]; coupon: string | null }> {
  const answers = await priceLines(sellers, tx, buyer, selected)
  const lines = answers.map((answer) => {
    if (!isPriced(answer)) throw answer.refusal
    return answer
  })
  if (new Set(lines.map((line) => line.orgId)).size > 1) throw new Problem('one_organisation_per_order')
  if (!coupon) return { lines, coupon: null }
  const discounted = await sellers.coupons.discount(tx, buyer, coupon, lines, selected)
  if (discounted instanceof Problem) throw discounted
  return { lines: discounted.lines, coupon: discounted.code }
}
