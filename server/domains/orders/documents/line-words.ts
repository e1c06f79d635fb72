import type { LineKind, OrderLine } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'
import { formatMomentIn, formatMoney, formatNumber, formatPeriod } from '#server/documents/format.ts'

/** The person a line is for, whether it renews, and the price category if it has one. */
export const whoWords = ({ memberName, event, renews }: OrderLine, locale: Language): string =>
  [renews && m.line_renewal({}, { locale }), memberName, event?.categoryName].filter(Boolean).join(' · ')

/** The event's local start time, or the days covered; empty if there are none. */
export const whenWords = (line: OrderLine, locale: Language): string => whenOf[line.kind](line, locale)

const whenOf: Record<LineKind, (line: OrderLine, locale: Language) => string> = {
  membership: ({ startDate, endDate }, locale) =>
    startDate && endDate ? formatPeriod(startDate, endDate, locale) : '',
  event: ({ event }, locale) => (event ? formatMomentIn(event.startsAt, event.timeZone, locale) : ''),
}

/** Says that a trial ended because of this line; empty if none did. */
export const trialWords = ({ replacesTrial }: OrderLine, locale: Language): string =>
  replacesTrial === null ? '' : m.receipt_replaces_trial({ name: replacesTrial }, { locale })

/** The price of one thing: "Free" where it costs nothing. */
export const priceWords = (minor: number, currency: string, locale: Language): string =>
  minor === 0 ? m.event_free({}, { locale }) : formatMoney(minor, currency, locale)

/** How an amount adds up: price, VAT, surcharge, discount. Empty where it is the price alone. */
export function partsWords({ parts }: OrderLine, coupon: string | null, locale: Language): string {
  const { price, vat, vatRate, surcharge, discount, total } = parts
  const money = (minor: number) => formatMoney(minor, total.currency, locale)
  const added = [
    `${m.price_price({}, { locale })} ${money(price.minor)}`,
    vat.minor > 0 ? `${m.price_vat({ rate: formatNumber(vatRate, locale) }, { locale })} ${money(vat.minor)}` : null,
    surcharge.minor !== 0 ? `${m.price_surcharge({}, { locale })} ${money(surcharge.minor)}` : null,
  ]
  if (vat.minor === 0 && surcharge.minor === 0 && discount.minor === 0) return ''
  const sum = added.filter(Boolean).join('  +  ')
  return discount.minor === 0 ? sum : `${sum}  −  ${discountWords(coupon, locale)} ${money(discount.minor)}`
}

/** The label of a discount. */
export const discountWords = (coupon: string | null, locale: Language): string =>
  coupon === null ? m.price_discount({}, { locale }) : m.price_discount_code({ code: coupon }, { locale })

/** The title of a receipt: for memberships, tickets, or both. */
export function receiptTitle(lines: readonly Pick<OrderLine, 'kind'>[], locale: Language): string {
  const tickets = lines.filter(({ kind }) => kind === 'event').length
  if (tickets === 0) return m.receipt_title_membership({}, { locale })
  return tickets === lines.length
    ? m.receipt_title_tickets({ count: tickets }, { locale })
    : m.receipt_title_both({}, { locale })
}
