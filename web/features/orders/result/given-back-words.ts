import type { GivenBack, OrderState } from '#contract/orders.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

const causes: Record<GivenBack['cause'], () => string> = {
  differs: m.given_back_differs,
  paid_otherwise: m.given_back_paid_otherwise,
  authorised_twice: m.given_back_authorised_twice,
  places_taken: m.given_back_places_taken,
  capture_refused: m.given_back_capture_refused,
  lapsed: m.given_back_lapsed,
  test_over: m.given_back_test_over,
  office: m.given_back_office,
}

export interface GivenBackWords {
  title: string
  /** Why the club did not keep it. */
  cause: string
  /** Where the money is. */
  money: string
  color: 'teal' | 'fjord' | 'coral'
}

/** Money that the club did not keep, in words: how far it is on its way back, why, and when it will be there. */
export function givenBackWords({ amount, cause, method, status }: GivenBack, club: string): GivenBackWords {
  const named = { amount: formatMoney(amount) }
  const words: Record<GivenBack['status'], () => Omit<GivenBackWords, 'cause'>> = {
    requested: () => ({ title: m.money_back_requested_title(named), money: m.money_back_requested(), color: 'fjord' }),
    done: () =>
      method === 'credit'
        ? { title: m.mail_given_back_heading_credit(named), money: m.given_back_credit(), color: 'teal' }
        : { title: m.mail_given_back_heading_void(named), money: m.given_back_void(), color: 'teal' },
    failed: () => ({ title: m.money_back_failed_title(named), money: m.money_back_failed({ club }), color: 'coral' }),
  }
  return { cause: causes[cause](), ...words[status]() }
}

type Own = NonNullable<OrderState['own']>

/**
 * The cause for which the last payment of a declined order was given back; null when it was declined as payments are. The
 * portal's own reason is that cause, without a code of the gateway or its acquirer.
 */
export function letGoBecause({ decline, givenBack }: Pick<Own, 'decline' | 'givenBack'>): string | null {
  if (!decline || decline.gatewayreason || decline.acquirer) return null
  const last = givenBack.findLast(({ cause }) => cause === decline.reason)
  return last ? causes[last.cause]() : null
}

/** Whether money came after the order had ended and what it held was gone. */
export const cameTooLate = (givenBack: readonly Pick<GivenBack, 'cause'>[]) =>
  givenBack.some(({ cause }) => cause === 'places_taken')
