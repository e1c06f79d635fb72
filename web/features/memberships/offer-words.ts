import type { MembershipConfiguration, PriceParts } from '#contract/organisations/organisations.ts'
import { vatRateWords } from '#web/features/orders/words.ts'
import { formatDate, formatMoney, formatPeriod, formatShortDate, today } from '#web/ui/words/format.ts'
import { withOwn } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'

/** Additions to a price, in one line; empty when there are none. */
export function priceSentence({ price, vat, vatRate, surcharge }: PriceParts): string {
  const parts = [formatMoney(price)]
  if (vat.minor !== 0) parts.push(m.price_plus_vat({ amount: formatMoney(vat), rate: vatRateWords(vatRate) }))
  if (surcharge.minor !== 0) parts.push(m.price_plus_surcharge({ amount: formatMoney(surcharge) }))
  return parts.length === 1 ? '' : parts.join(' + ')
}

/** `held`: they have it; `unpaid`: it is in an unpaid order of the user's. */
export interface Closed {
  readonly held: boolean
  readonly unpaid: boolean
  readonly words: string
}

type Offered = Pick<
  MembershipConfiguration,
  'id' | 'sale' | 'offerStartDate' | 'startDate' | 'endDate' | 'closedFor' | 'minAge' | 'maxAge'
>

/** Why somebody cannot buy a membership now, or null. The server decides; this only words it. */
export function closedWords(offer: Offered, memberId: string): Closed | null {
  const closed = offer.closedFor.find((one) => one.memberId === memberId)
  const closedWith = (words: string) => ({ held: false, unpaid: false, words })
  if (closed?.reason === 'too_young' || closed?.reason === 'too_old') return closedWith(agesWords(offer))
  if (closed && closed.reason !== 'birth_date_missing') {
    const held = closed.reason === 'held'
    const same = closed.startDate === offer.startDate && closed.endDate === offer.endDate
    if (held && same) return { held, unpaid: false, words: m.offer_held() }
    const period = formatPeriod(closed.startDate, closed.endDate)
    if (closed.reason === 'unpaid') return { held, unpaid: true, words: m.offer_unpaid({ period }) }
    return closedWith(held ? m.offer_held_days({ period }) : m.offer_reserved({ period }))
  }
  if (offer.sale === 'not_yet') return closedWith(m.offer_from({ date: formatShortDate(offer.offerStartDate) }))
  if (offer.sale === 'ended') return closedWith(m.offer_ended_on({ date: formatShortDate(offer.endDate) }))
  return null
}

/** Like `closedWords`, for a new selection: it may replace an unpaid order, unless that is for the same membership. */
export function closedOffers(offer: Offered, memberId: string): Closed | null {
  const closed = closedWords(offer, memberId)
  const isSame = offer.closedFor.some((one) => one.memberId === memberId && one.membershipConfId === offer.id)
  return closed?.unpaid && !isSame ? null : closed
}

/** Whether only a birth date is missing to buy it. */
export const asksBirthDate = ({ closedFor }: Pick<MembershipConfiguration, 'closedFor'>, memberId: string): boolean =>
  closedFor.some((one) => one.memberId === memberId && one.reason === 'birth_date_missing')

const NEARLY_OVER_DAYS = 60

/** Null while the term does not end soon. */
export function daysLeftWords({ startDate, endDate }: { startDate: string; endDate: string }, day = today()) {
  const daysLeft = Math.round((Date.parse(endDate) - Date.parse(day)) / 86_400_000)
  return startDate <= day && daysLeft >= 0 && daysLeft <= NEARLY_OVER_DAYS
    ? m.offer_days_left({ count: daysLeft })
    : null
}

export const trialWords = (trial: Pick<MembershipConfiguration['endsTrial'][number], 'name' | 'danish' | 'lastDay'>) =>
  withOwn(trial, 'name', (name) => m.offer_ends_trial({ name, date: formatDate(trial.lastDay) }))

interface Ages {
  readonly minAge?: number | null
  readonly maxAge?: number | null
}

/** For example "for ages 18 to 25"; empty without age limits. */
export function agesWords({ minAge = null, maxAge = null }: Ages): string {
  if (minAge !== null && maxAge !== null) return m.membership_ages_between({ min: minAge, max: maxAge })
  if (minAge !== null) return m.membership_ages_from({ min: minAge })
  return maxAge === null ? '' : m.membership_ages_until({ max: maxAge })
}
