import type { LineKind } from '#contract/orders/answers.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { mayMailStranger } from '#server/http/limits/rate.ts'
import * as m from '#words/messages.js'
import { discountWords, priceWords, trialWords, whenWords, whoWords } from '../documents/line-words.ts'
import { formatMoney } from '#server/documents/format.ts'
import { isSeason } from '../line-kinds.ts'
import type { OrderRow } from '../queries.ts'

/**
 * Decides, when a mail is requested, whether it goes to the address the buyer typed or to their own verified one.
 * Free orders always use the verified one, except those of a guest whom an office registered; an address that is not the buyer's gets only
 * a few mails a day.
 */
export async function receiverOf(tx: Tx, order: OrderRow): Promise<{ toAccount?: true }> {
  const { email } = order.billing
  const own = (await selectOptionalMember(tx, order.buyerId))?.email
  if (email === own || ((order.total > 0 || isOfGuest(order, own)) && (await mayMailStranger(tx, email)))) return {}
  return { toAccount: true }
}

/** The address of a mail; null: it is not sent. */
export async function addressOf(
  db: Db,
  { buyerId, billing, total, origin }: OrderRow,
  toAccount: boolean | undefined,
): Promise<{ name: string; address: string } | null> {
  // Without an e-mail address, what cost nothing is only shown on the buyer's pages.
  if (!billing.email) return null
  if (!toAccount && total > 0) return { name: billing.name, address: billing.email }
  const buyer = await selectOptionalMember(db, buyerId)
  if (!toAccount && isOfGuest({ origin }, buyer?.email)) return { name: billing.name, address: billing.email }
  return buyer?.email ? { name: fullName(buyer), address: buyer.email } : null
}

/** Whoever an office registered by name has no address but the one that the office typed. */
const isOfGuest = ({ origin }: Pick<OrderRow, 'origin'>, own: string | null | undefined) => origin === 'office' && !own

/** The buyer's language; of somebody who is known by their order only, the order's. */
export async function buyerLanguage(db: Db, { buyerId, language }: Pick<OrderRow, 'buyerId' | 'language'>) {
  return languageOf(await selectOptionalMember(db, buyerId), language)
}

export const firstNameOf = ({ billing }: Pick<OrderRow, 'billing'>): string => billing.name.split(' ')[0] ?? ''

/** Marks the title of every notice of a test order, as the subject of its mails is marked. */
export const testPrefix = ({ testMode }: OrderRow, locale: OrderRow['language']): string =>
  testMode ? `${m.order_test_mode({}, { locale })} – ` : ''

/** `2026`, or `2026 & 2027` if the seasons are of several years. */
export const yearsOf = (lines: readonly { kind: LineKind; startDate: string | null }[]): string =>
  [...new Set(lines.map((line) => (isSeason(line.kind) ? line.startDate?.slice(0, 4) : null)))]
    .filter(Boolean)
    .join(' & ')

/** Lines of an order as a mail lists them: what, for whom, when, price and discount. */
export const linesOf = (lines: readonly OrderLine[], coupon: string | null, locale: Language) =>
  lines.map((line) => {
    const { discount, total } = line.parts
    const money = (minor: number) => formatMoney(minor, total.currency, locale)
    const off = discount.minor > 0 ? `${discountWords(coupon, locale)}: ${money(-discount.minor)}` : ''
    return {
      label: line.title,
      details: [whoWords(line, locale), whenWords(line, locale), off, trialWords(line, locale)].filter(Boolean),
      value: priceWords(total.minor, total.currency, locale),
    }
  })
