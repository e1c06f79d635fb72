import { IconBell } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { EventDetail, EventSummary } from '#contract/events/answers.ts'
import type { Money } from '#contract/values.ts'
import {
  firstDayOf,
  formatDayIn,
  formatMoney,
  formatMoneyRange,
  momentWords,
  shortMomentWords,
} from '#web/ui/words/format.ts'
import { paths } from '#web/paths.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { langOf, withOwn } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'

/** Few places: a tenth of all, but at least 3 and at most 10. */
const isFew = ({ capacity, left }: EventSummary['places']) =>
  left !== null && left > 0 && left <= Math.max(3, Math.min(10, (capacity ?? 0) / 10))

type StateColor = 'teal' | 'coral' | 'fjord' | 'gray'

/** An event's state for the user, most important first, and whether they can register. */
export function stateWords(event: EventSummary, now: Date) {
  const { tickets, publicDate, saleFrom, saleUntil, places, timeZone, endDate } = event
  const later = (moment: string | null) => moment !== null && new Date(moment) > now
  const closed = (label: string, color: StateColor = 'gray') => ({ label, color, registers: false })
  const open = (label: string, color: StateColor) => ({ label, color, registers: true })
  if (!later(endDate)) return closed(m.event_state_over())
  if (tickets > 0) return closed(m.event_state_tickets({ count: tickets }), 'teal')
  if (later(publicDate)) return closed(m.event_state_hidden())
  if (saleUntil !== null && !later(saleUntil)) return closed(m.event_state_closed())
  if (places.left === 0) return closed(m.event_state_full())
  if (saleFrom !== null && later(saleFrom))
    return closed(m.event_state_soon({ date: shortMomentWords(saleFrom, timeZone) }), 'fjord')
  if (isFew(places)) return open(m.event_places_left({ count: places.left ?? 0 }), 'coral')
  return open(m.event_state_open(), 'teal')
}

/** Only members can register, and without guests. */
export const isMembersOnly = ({ forMembers, guestsInvited }: Pick<EventSummary, 'forMembers' | 'guestsInvited'>) =>
  forMembers && !guestsInvited

/** Whether and until when a buyer can cancel a place. Null where the event was read before it said so. @param free nothing is paid */
export function refundWords(
  { refundUntil, timeZone, categories }: Pick<EventDetail, 'refundUntil' | 'timeZone' | 'categories'>,
  now: Date,
  free = categories.every(({ price }) => price.minor === 0),
): string | null {
  if (refundUntil === undefined) return null
  if (free) return m.event_refund_free()
  if (refundUntil === null) return m.event_refund_none()
  if (new Date(refundUntil) <= now) return m.event_refund_over()
  return m.event_refund_until({ date: momentWords(refundUntil, timeZone) })
}

/** A category's name, or its key if it no longer exists. */
export const nameOfCategory = ({ categories }: Pick<EventDetail, 'categories'>, category: string): string =>
  categories.find((one) => one.category === category)?.name ?? category

export const langOfCategory = ({ categories }: Pick<EventDetail, 'categories'>, category: string): 'da' | undefined =>
  langOf(categories.find((one) => one.category === category) ?? {}, 'name')

/** Above a registration; nothing without a limit. */
export const placesLeftWords = ({ places: { left } }: Pick<EventDetail, 'places'>): string | undefined =>
  left === null ? undefined : m.register_places_left({ count: left })

/** The purpose of a visitor's sign-in: "Sign in to register for Standerstrygning, 4 December". */
export const registerPurpose = (event: Pick<EventSummary, 'title' | 'startDate' | 'endDate' | 'timeZone'>): string =>
  m.register_sign_in_for({
    event: event.title,
    date: formatDayIn(firstDayOf(event), { day: 'numeric', month: 'long' }),
  })

type Phase = NonNullable<EventDetail['categories'][number]['phase']>

/** The price that comes after an earlier one. */
export const laterPriceOf = ({ laterPrice, laterMemberPrice }: Phase, asMember: boolean) =>
  asMember ? (laterMemberPrice ?? laterPrice) : laterPrice

/** An earlier price and what comes after it: "Early bird: until 3 May at 12:00, 4 places left. Then DKK 400". */
export function phaseWords(phase: Phase, { asMember, timeZone }: { asMember: boolean; timeZone: string }): ReactNode {
  const { until, left } = phase
  const limits = [
    until && m.event_phase_until({ date: shortMomentWords(until, timeZone) }),
    left !== null && m.event_places_left({ count: left }),
  ].filter(Boolean)
  const later = moneyOrFree(laterPriceOf(phase, asMember))
  return withOwn(phase, 'name', (name) => m.event_phase({ name, limits: limits.join(', '), price: later }))
}

/** How many places are taken, and which share of 1; coral when few are left. Null without a limit. */
export function fillingOf(places: EventSummary['places']) {
  const { capacity, left } = places
  if (capacity === null || left === null) return null
  const taken = Math.max(0, capacity - left)
  return {
    label: m.event_taken({ taken, capacity }),
    share: capacity === 0 ? 1 : taken / capacity,
    color: left === 0 ? 'gray' : isFew(places) ? 'coral.5' : 'fjord.5',
  } as const
}

export const moneyOrFree = (money: Money): string => (money.minor === 0 ? m.event_free() : formatMoney(money))

/** The reader's price, or the lowest of several, and beside it the price of members or the others. */
export function priceWords(event: EventSummary): { price: string; beside: string | null } {
  const { price, memberPrice, priceTo, memberPriceTo, paysAsMember, priceVaries } = event
  const words = (money: Money, to: Money | undefined) => {
    if (to) return formatMoneyRange(money, to)
    // An answer of the version before, kept offline, names no highest price.
    const isOlder = priceVaries && !priceTo && !memberPriceTo
    return isOlder ? m.event_price_from({ price: formatMoney(money) }) : moneyOrFree(money)
  }
  if (isMembersOnly(event)) {
    const to = priceVaries ? (memberPriceTo ?? priceTo) : undefined
    return { price: words(memberPrice ?? price, to), beside: null }
  }
  if (paysAsMember && memberPrice) return { price: words(memberPrice, memberPriceTo), beside: otherPriceWords(price) }
  return { price: words(price, priceTo), beside: memberPrice && memberPriceWords(memberPrice) }
}

export const memberPriceWords = (price: Money): string =>
  price.minor === 0 ? m.event_price_member_free() : m.event_price_member({ price: formatMoney(price) })

/** The price for non-members. */
export const otherPriceWords = (price: Money): string => m.event_price_others({ price: formatMoney(price) })

/** The others' price of a category that costs this person less; null where nobody else may come. */
export function othersPay(
  { categories, ...event }: Pick<EventDetail, 'categories' | 'forMembers' | 'guestsInvited'>,
  { category, price }: { readonly category: string; readonly price: Money },
): Money | null {
  const priced = categories.find((one) => one.category === category)
  if (!priced || priced.membersOnly || isMembersOnly(event)) return null
  return price.minor < priced.price.minor ? priced.price : null
}

export const savingOf = (price: Money, memberPrice: Money): Money => ({
  ...price,
  minor: price.minor - memberPrice.minor,
})

const soon = 14 * 24 * 60 * 60 * 1000
const maxNotices = 3

/** Events whose registration opens within two weeks, earliest first. */
export function opensSoonNotices(events: readonly EventSummary[], now = Date.now()): Attention[] {
  return events
    .flatMap((event) => (event.saleFrom === null ? [] : [{ event, opens: event.saleFrom }]))
    .filter(({ opens }) => Date.parse(opens) > now && Date.parse(opens) < now + soon)
    .toSorted((a, b) => Date.parse(a.opens) - Date.parse(b.opens))
    .slice(0, maxNotices)
    .map(({ event, opens }) => ({
      icon: IconBell,
      title: event.title,
      lang: langOf(event, 'title'),
      text: m.dashboard_opens({ club: event.orgName, date: momentWords(opens, event.timeZone) }),
      action: m.event_see(),
      to: paths.event(event.orgKey, event.id),
    }))
}

/** The states of tickets and places in a badge: the same words and colour on every page. */
export const ticketStates = {
  cancelled: { label: m.ticket_cancelled, color: 'gray' },
  over: { label: m.ticket_over, color: 'gray' },
} as const
