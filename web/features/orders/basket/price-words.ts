import type { MembershipConfiguration, PriceParts } from '#contract/organisations.ts'
import { formatMoney, formatNumber, formatPeriod, formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { Closed } from './basket.ts'

/** A VAT rate as a percentage; a rate below 1 adds nothing, so it is said as 0. */
export const vatRateWords = (rate: number) => formatNumber(rate < 1 ? 0 : rate)

/** What a price consists of, in one line. */
export function priceSentence({ price, vat, vatRate, surcharge }: PriceParts): string {
  const parts = [formatMoney(price)]
  if (vat.minor !== 0) parts.push(m.price_plus_vat({ amount: formatMoney(vat), rate: vatRateWords(vatRate) }))
  if (surcharge.minor !== 0) parts.push(m.price_plus_surcharge({ amount: formatMoney(surcharge) }))
  return parts.length === 1 ? m.price_nothing_added() : parts.join(' + ')
}

/** Why somebody cannot buy a membership now, or null when they can. The server decides it, here it is said. */
export function closedWords(
  offer: Pick<MembershipConfiguration, 'sale' | 'offerStartDate' | 'startDate' | 'endDate' | 'closedFor'>,
  memberId: string,
): Closed | null {
  const closed = offer.closedFor.find((one) => one.memberId === memberId)
  if (closed) {
    const held = closed.reason === 'held'
    const same = closed.startDate === offer.startDate && closed.endDate === offer.endDate
    if (held && same) return { held, words: m.offer_held() }
    const period = formatPeriod(closed.startDate, closed.endDate)
    return { held: false, words: held ? m.offer_held_days({ period }) : m.offer_reserved({ period }) }
  }
  if (offer.sale === 'not_yet')
    return { held: false, words: m.offer_from({ date: formatShortDate(offer.offerStartDate) }) }
  if (offer.sale === 'ended') return { held: false, words: m.offer_ended_on({ date: formatShortDate(offer.endDate) }) }
  return null
}
