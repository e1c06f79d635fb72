import type { MembershipConfiguration, PriceParts } from '#contract/organisations.ts'
import { formatMoney, formatShortDate } from '#web/ui/format.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'

/** A VAT rate as a percentage; a rate below 1 adds nothing, so it is said as 0. */
export const vatRateWords = (rate: number) =>
  new Intl.NumberFormat(getLocale() === 'da' ? 'da-DK' : 'en-GB', { maximumFractionDigits: 2 }).format(
    rate < 1 ? 0 : rate,
  )

/** What a price consists of, in one line. */
export function priceSentence({ price, vat, vatRate, surcharge }: PriceParts): string {
  const parts = [formatMoney(price)]
  if (vat.minor !== 0) parts.push(m.price_plus_vat({ amount: formatMoney(vat), rate: vatRateWords(vatRate) }))
  if (surcharge.minor !== 0) parts.push(m.price_plus_surcharge({ amount: formatMoney(surcharge) }))
  return parts.length === 1 ? m.price_nothing_added() : parts.join(' + ')
}

/** Why a membership cannot be bought now, or null when it can. */
export function notForSaleWords(
  offer: Pick<MembershipConfiguration, 'sale' | 'offerStartDate' | 'id'>,
  covered?: { readonly words: string },
): string | null {
  if (covered) return covered.words
  if (offer.sale === 'not_yet') return m.offer_from({ date: formatShortDate(offer.offerStartDate) })
  if (offer.sale === 'ended') return m.offer_ended()
  return null
}
