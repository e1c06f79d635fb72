import type { Membership, MembershipStatus, RenewalPlan, Term } from '#contract/memberships/memberships.ts'
import { formatDate, formatMoney, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { mainTermOf } from './renewals/renewals.ts'
import { isPaidAhead } from './summary.ts'

interface StatusWords {
  label: string
  /** The reason and end date in one sentence. */
  sentence: string
  color: 'teal' | 'coral' | 'gray' | 'red'
}

/** The states of memberships and their seasons in a badge: the same words and colour on every page. */
export const membershipStates = {
  active: { label: m.membership_active, color: 'teal' },
  coming: { label: m.term_coming, color: 'teal' },
  grace: { label: m.membership_grace, color: 'coral' },
  expired: { label: m.membership_expired, color: 'gray' },
  ended: { label: m.term_ended, color: 'gray' },
  unpaid: { label: m.term_unpaid, color: 'gray' },
  cancelled: { label: m.membership_cancelled, color: 'gray' },
} as const satisfies Record<string, { label: () => string; color: StatusWords['color'] }>

const stateWords = (state: keyof typeof membershipStates, sentence?: string): StatusWords => {
  const { label, color } = membershipStates[state]
  return { label: label(), sentence: sentence ?? label(), color }
}

/** The state of a season on a day in Copenhagen (`YYYY-MM-DD`). */
export function termState({ status, startDate, endDate }: Pick<Term, 'status' | 'startDate' | 'endDate'>, day: string) {
  if (status === 'cancelled') return 'cancelled'
  if (status !== 'active') return 'unpaid'
  return startDate > day ? 'coming' : endDate < day ? 'ended' : 'active'
}

/** Label, sentence and colour of a membership's status. */
export function membershipWords(membership: Membership): StatusWords {
  const { status, statusUntil } = membership
  const main = mainTermOf(membership)
  const ended = main ? m.term_ended_on({ date: formatDate(main.endDate) }) : undefined
  // A trial is not renewed, and whoever has paid ahead need not.
  if (status === 'grace' && membership.nextSeason?.joins) return stateWords('ended', ended)
  if (status === 'grace' && isPaidAhead(membership, today())) return stateWords('grace', ended)
  const words: Record<MembershipStatus, () => StatusWords> = {
    active: () =>
      stateWords('active', main ? m.membership_active_until({ date: formatDate(main.endDate) }) : undefined),
    grace: () =>
      stateWords('grace', statusUntil ? m.membership_grace_until({ date: formatDate(statusUntil) }) : undefined),
    expired: () =>
      stateWords('expired', main ? m.membership_expired_on({ date: formatDate(main.endDate) }) : undefined),
    // Only a paid season can be named, so this one was paid ahead.
    inactive: () => (main ? comingWords(main.startDate) : stateWords('unpaid', m.membership_inactive_because())),
    cancelled: () => stateWords('cancelled', m.membership_cancelled_because()),
  }
  return words[status]()
}

const comingWords = (startDate: string): StatusWords =>
  stateWords('coming', m.term_coming_from({ date: formatDate(startDate) }))

/** Status of a term on a day in Copenhagen (`YYYY-MM-DD`). */
export function termWords(term: Term, day: string): StatusWords {
  const state = termState(term, day)
  const sentences = {
    cancelled: m.membership_cancelled_because,
    unpaid: m.term_unpaid_because,
    coming: () => m.term_coming_from({ date: formatDate(term.startDate) }),
    ended: () => m.term_ended_on({ date: formatDate(term.endDate) }),
    active: () => m.membership_active_until({ date: formatDate(term.endDate) }),
  }
  return stateWords(state, sentences[state]())
}

interface PlanWords {
  /** When it renews, or the result. */
  readonly sentence: string
  /** The payer, amount and card, or what to do next. */
  readonly more: string
  readonly color: 'teal' | 'fjord' | 'coral'
}

/** A card by its last digits and expiry month. */
export const cardWords = ({ label, expires }: { label: string; expires: string }): string =>
  m.card_named({ label, expires: monthWords(expires) })

/** `2039-12` as printed on a card: `12/39`. */
const monthWords = (month: string): string => `${month.slice(5, 7)}/${month.slice(2, 4)}`

/**
 * Text on an automatic renewal.
 * @param endDate the last day paid for
 * @param next the season that it waits for; null if the club has none
 */
export function planWords(plan: RenewalPlan, endDate: string | null, next: Membership['nextSeason'] = null): PlanWords {
  const states: Record<RenewalPlan['state'], () => PlanWords> = {
    waiting: () =>
      plan.byHand
        ? { sentence: m.plan_by_hand(), more: m.plan_by_hand_more(), color: 'coral' }
        : plan.chargeDate || plan.cardExpires
          ? comingPlan(plan, next)
          : latePlan(plan, next),
    announced: () => {
      const words = comingPlan(plan, next)
      return words.color === 'teal' ? { ...words, color: 'fjord' } : words
    },
    failing: () => failing(plan, today()),
    given_up: () => ({
      sentence: m.plan_given_up({ tries: plan.tries }),
      more: endDate ? m.renewal_off_ends({ date: formatDate(endDate) }) : '',
      color: 'coral',
    }),
    closed_by_age: () => ({ sentence: m.plan_closed_by_age(), more: m.plan_closed_by_age_more(), color: 'coral' }),
    paid: () => ({ sentence: m.plan_paid(), more: m.plan_paid_more(), color: 'teal' }),
  }
  return states[plan.state]()
}

/** The day of the charge would have passed, because next season is late. */
function latePlan({ card, payerName }: RenewalPlan, next: Membership['nextSeason']): PlanWords {
  const soon = next?.sale === 'on_sale'
  const more = soon ? m.plan_soon_more : m.plan_waits_more
  return {
    sentence: soon
      ? m.plan_soon()
      : next
        ? m.plan_waits_until({ date: formatDate(next.offerStartDate) })
        : m.plan_waits(),
    more: card ? more({ card: cardWords(card) }) : m.plan_paid_by({ name: payerName }),
    color: 'teal',
  }
}

/** Why automatic renewal ended by itself. */
export const renewalEndedWords = ({ at, because }: NonNullable<Membership['renewalEnded']>): string => {
  const say = {
    declined: m.renewal_ended_declined,
    expired: m.renewal_ended_expired,
    not_renewable: m.renewal_ended_not_renewable,
    not_renewed: m.renewal_ended_not_renewed,
  }[because]
  return say({ date: formatDate(at) })
}

function comingPlan(
  { chargeDate, amount, card, cardExpires, payerName, state }: RenewalPlan,
  next: Membership['nextSeason'],
): PlanWords {
  const when = chargeDate ? m.plan_on({ date: formatDate(chargeDate) }) : m.plan_at_the_end()
  if (!card && cardExpires)
    return { sentence: when, more: m.plan_card_expires_theirs({ name: payerName }), color: 'coral' }
  if (!card) {
    return {
      sentence: when,
      more: amount
        ? m.plan_paid_by_amount({ name: payerName, amount: formatMoney(amount) })
        : m.plan_paid_by({ name: payerName }),
      color: 'teal',
    }
  }
  if (cardExpires) {
    const named = { label: card.label, expires: monthWords(card.expires) }
    const more =
      next && next.sale !== 'on_sale'
        ? m.plan_card_expires_until({ ...named, date: formatDate(next.offerStartDate) })
        : m.plan_card_expires(named)
    return { sentence: when, more, color: 'coral' }
  }
  const named = { card: cardWords(card) }
  const charged = !amount
    ? m.plan_takes_later(named)
    : next
      ? m.plan_takes_for({ ...named, amount: formatMoney(amount), name: next.name })
      : m.plan_takes({ ...named, amount: formatMoney(amount) })
  return { sentence: when, more: state === 'announced' ? `${charged} ${m.plan_announced()}` : charged, color: 'teal' }
}

function failing({ card, payerName, nextTry, tries }: RenewalPlan, day: string): PlanWords {
  const own = card !== null
  const expired = card !== null && card.expires < day.slice(0, 7)
  const again = nextTry ? { date: formatDate(nextTry) } : null
  return {
    sentence: expired
      ? m.plan_failing_expired({ label: card.label })
      : own
        ? m.plan_failing({ label: card.label, count: tries })
        : m.plan_failing_other({ name: payerName }),
    more: own
      ? again && !expired
        ? m.plan_failing_until(again)
        : m.plan_failing_now()
      : again
        ? m.plan_failing_again(again)
        : '',
    color: 'coral',
  }
}
