import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import type { ChargeRow } from './charge-queries.ts'

export interface PlanFacts {
  readonly membershipId: string
  readonly cardId: string
  readonly label: string
  readonly expires: string
  readonly payerId: string
  readonly payerName: string
  readonly currency: string
  /** The latest renewal that was written down for it, if one was. */
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

/** The card behind each membership that renews by itself, its holder, and the latest renewal. */
export async function selectPlans(db: Reader, membershipIds: readonly string[]): Promise<PlanFacts[]> {
  const { rows } = await db.execute(sql`
    select memberships.id as "membershipId", cards.id as "cardId", cards.label, cards.expires, payers.id as "payerId",
      trim(payers.first_name || ' ' || payers.last_name) as "payerName",
      organisations.currency, latest.renewal
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
