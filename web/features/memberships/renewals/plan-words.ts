import type { RenewalPlan } from '#contract/memberships.ts'
import { formatDate, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export interface PlanWords {
  /** When it renews, or what became of that. */
  readonly sentence: string
  /** Who pays how much with what, or what can be done. */
  readonly more: string
  readonly color: 'teal' | 'fjord' | 'coral'
}

/** A card as its holder knows it: its digits and its last month. */
export const cardWords = ({ label, expires }: { label: string; expires: string }): string =>
  m.card_named({ label, expires: monthWords(expires) })

/** `2039-12` as it stands on a card: `12/39`. */
export const monthWords = (month: string): string => `${month.slice(5, 7)}/${month.slice(2, 4)}`

/** How a membership goes on by itself, in words. @param endDate the last day paid for */
export function planWords(plan: RenewalPlan, endDate: string | null): PlanWords {
  const states: Record<RenewalPlan['state'], () => PlanWords> = {
    waiting: () => coming(plan),
    announced: () => ({ ...coming(plan), color: 'fjord' }),
    failing: () => failing(plan),
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

function coming({ chargeDate, amount, card, payerName, state }: RenewalPlan): PlanWords {
  const when = chargeDate ? m.plan_on({ date: formatDate(chargeDate) }) : m.plan_at_the_end()
  if (!card) {
    return {
      sentence: when,
      more: amount
        ? m.plan_paid_by_amount({ name: payerName, amount: formatMoney(amount) })
        : m.plan_paid_by({ name: payerName }),
      color: 'teal',
    }
  }
  if (chargeDate && card.expires < chargeDate.slice(0, 7)) {
    return {
      sentence: when,
      more: m.plan_card_expires({ label: card.label, expires: monthWords(card.expires) }),
      color: 'coral',
    }
  }
  const named = { card: cardWords(card) }
  const charged = amount ? m.plan_takes({ ...named, amount: formatMoney(amount) }) : m.plan_takes_later(named)
  return { sentence: when, more: state === 'announced' ? `${charged} ${m.plan_announced()}` : charged, color: 'teal' }
}

function failing({ card, payerName, nextTry, tries }: RenewalPlan): PlanWords {
  const own = card !== null
  const again = nextTry ? { date: formatDate(nextTry) } : null
  return {
    sentence: own ? m.plan_failing({ label: card.label, count: tries }) : m.plan_failing_other({ name: payerName }),
    more: own ? (again ? m.plan_failing_until(again) : m.plan_failing_now()) : again ? m.plan_failing_again(again) : '',
    color: 'coral',
  }
}
