import type { RenewalPlan } from '#contract/memberships.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { relationshipsOf } from '#server/domains/members/index.ts'
import { addDays, type PlansOf, type Renewing } from '#server/domains/memberships/index.ts'
import { selectUnpaidTokens } from '#server/domains/orders/index.ts'
import { maySwitch } from './policy.ts'
import { selectPlans, type PlanFacts } from './plan-queries.ts'
import { CHARGE_DAYS } from './renewal-days.ts'

/** How memberships go on by themselves, for whoever may see them; the card and the unpaid order are the payer's alone. */
export const renewalPlans =
  (secrets: Secrets): PlansOf =>
  async (db, actor, renewing, today) => {
    if (renewing.length === 0) return new Map()
    const facts = await selectPlans(
      db,
      renewing.map(({ membership }) => membership.id),
    )
    const own = facts.flatMap((one) =>
      one.payerId === actor.memberId && one.renewal?.orderId ? [one.renewal.orderId] : [],
    )
    const people = await relationshipsOf(
      db,
      actor,
      renewing.map(({ membership }) => membership.memberId),
    )
    const tokens = await selectUnpaidTokens(secrets, db, own)
    return new Map(
      facts.map((one) => {
        const of = renewing.find(({ membership }) => membership.id === one.membershipId)!
        const standing = people.find(({ member }) => member.id === of.membership.memberId)?.standing ?? null
        const isPayer = one.payerId === actor.memberId
        return [
          one.membershipId,
          {
            payerId: one.payerId,
            payerName: one.payerName,
            card: isPayer ? { id: one.cardId, label: one.label, expires: one.expires } : null,
            ...progressOf(one, of, today),
            orderToken: (one.renewal?.orderId && tokens.get(one.renewal.orderId)) ?? null,
            can: { switchOff: maySwitch({ isPayer, standing }) },
          },
        ]
      }),
    )
  }

type Progress = Pick<RenewalPlan, 'chargeDate' | 'amount' | 'state' | 'tries' | 'nextTry'>

function progressOf({ renewal, currency }: PlanFacts, { last, next, closedByAge }: Renewing, today: string): Progress {
  const regular = addDays(last.endDate, -CHARGE_DAYS)
  if (renewal?.endDate === last.endDate && renewal.status !== 'paid') {
    return {
      chargeDate: renewal.nextTry ?? regular,
      amount: { minor: renewal.amount, currency },
      state: renewal.status,
      tries: renewal.tries,
      nextTry: renewal.nextTry,
    }
  }
  if (closedByAge) return { chargeDate: null, amount: null, state: 'closed_by_age', tries: 0, nextTry: null }
  const bought = renewal?.configurationId === last.configurationId && today < last.startDate
  return {
    chargeDate: regular,
    amount: next?.parts.total ?? null,
    state: bought ? 'paid' : 'waiting',
    tries: 0,
    nextTry: null,
  }
}
