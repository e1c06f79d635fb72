import type { RenewalPlan } from '#contract/memberships/memberships.ts'
import { addDays } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { relationshipsOf } from '#server/domains/members/index.ts'
import { selectUnpaidTokens } from '#server/domains/orders/index.ts'
import type { PlansOf, Renewing } from '../terms/list-memberships.ts'
import { earlierYear } from '../terms/membership-status.ts'
import { CANCELLED, type ChargeRow, isTaken } from './charge-queries.ts'
import { CHARGE_DAYS, isExpiredBy } from './renewal-days.ts'

/**
 * The renewal plans of memberships, for anybody who may see them; card and unpaid order are shown to the payer only.
 */
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
        const relationship = people.find(({ member }) => member.id === of.membership.memberId)?.relationship ?? null
        const isPayer = one.payerId === actor.memberId
        return [
          one.membershipId,
          {
            payerId: one.payerId,
            payerName: one.payerName,
            card: isPayer ? { id: one.cardId, label: one.label, expires: one.expires } : null,
            ...withCard(one, progressOf(one, of, today), today),
            orderToken: (one.renewal?.orderId && tokens.get(one.renewal.orderId)) ?? null,
            can: { switchOff: maySwitch({ isPayer, relationship }) },
          },
        ]
      }),
    )
  }

/** Where the day of the charge is not known, the card is one that has run out already. */
const withCard = ({ expires }: PlanFacts, progress: Progress, today: string) => ({
  ...progress,
  cardExpires: progress.state !== 'paid' && isExpiredBy(expires, progress.nextTry ?? progress.chargeDate ?? today),
})

type Progress = Pick<RenewalPlan, 'chargeDate' | 'byHand' | 'amount' | 'state' | 'tries' | 'nextTry'>

function progressOf(
  { renewal, currency, years }: PlanFacts,
  { last, next, closedByAge }: Renewing,
  today: string,
): Progress {
  const regular = addDays(last.endDate, -CHARGE_DAYS)
  // A season that comes too late for it is announced first, and charged a week later.
  const planned = regular > today ? regular : null
  if (renewal?.endDate === last.endDate && renewal.status !== 'paid') {
    return {
      chargeDate: renewal.nextTry ?? planned,
      byHand: false,
      amount: { minor: renewal.amount, currency },
      state: renewal.status,
      tries: renewal.tries,
      nextTry: renewal.nextTry,
    }
  }
  const nothing = { chargeDate: null, byHand: false, amount: null, tries: 0, nextTry: null }
  if (closedByAge) return { ...nothing, state: 'closed_by_age' }
  if (next && years.includes(earlierYear(next))) return { ...nothing, byHand: true, state: 'waiting' }
  const bought = renewal?.configurationId === last.configurationId && today < last.startDate
  return {
    ...nothing,
    chargeDate: planned,
    amount: next?.parts.total ?? null,
    state: bought ? 'paid' : 'waiting',
  }
}

interface PlanFacts {
  readonly membershipId: string
  readonly cardId: string
  readonly label: string
  readonly expires: string
  readonly payerId: string
  readonly payerName: string
  readonly currency: string
  /** The years of which no card renews another season. */
  readonly years: readonly number[]
  /** The latest renewal of it, if there is one. */
  readonly renewal: {
    readonly configurationId: string
    readonly endDate: string
    readonly amount: number
    readonly status: ChargeRow['status']
    readonly tries: number
    readonly nextTry: string | null
    readonly orderId: string | null
  } | null
}

/** The card behind each automatically renewed membership, its holder, and the latest renewal. */
async function selectPlans(db: Reader, membershipIds: readonly string[]): Promise<PlanFacts[]> {
  const { rows } = await db.execute(sql`
    select memberships.id as "membershipId", cards.id as "cardId", cards.label, cards.expires, payers.id as "payerId",
      ${fullNameOf('payers')} as "payerName",
      organisations.currency, latest.renewal, array(
        select year from renewals where member_id = memberships.member_id and org_id = memberships.org_id
          and (withdrawn_at is null or withdrawn_because = ${CANCELLED})
        union select membership_for from membership_terms invoiced
        where invoiced.membership_id = memberships.id and invoiced.status = 'held' and ${isTaken(sql`invoiced`)}
      ) as years
    from memberships
    join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier
      and cards.org_id = memberships.org_id and cards.deleted_at is null
    join organisations on organisations.id = memberships.org_id
    join members payers on payers.id = cards.member_id
    left join lateral (
      select json_build_object(
        'configurationId', renewals.configuration_id, 'endDate', charges.end_date, 'amount', renewals.amount,
        'status', charges.status, 'tries', charges.tries, 'nextTry', charges.next_try, 'orderId', charges.order_id
      ) as renewal
      from renewals join renewal_charges charges on charges.id = renewals.charge_id
      where renewals.member_id = memberships.member_id and renewals.org_id = memberships.org_id and renewals.withdrawn_at is null
      order by charges.end_date desc limit 1
    ) latest on true
    where memberships.id = any(${sql.param([...membershipIds])}::uuid[]) and memberships.auto_renewal`)
  return rows as unknown as PlanFacts[]
}

interface Caller {
  /** The card is theirs. */
  readonly isPayer: boolean
  /** The caller's relationship to the person; null: none. */
  readonly relationship: { readonly as: string | null } | null
}

/** Automatic renewal can be switched by the payer, the person, and their guardian. */
export const maySwitch = ({ isPayer, relationship }: Caller): boolean =>
  isPayer || ['self', 'participant', 'relative_participant'].includes(relationship?.as ?? '')
