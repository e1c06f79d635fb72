import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'

export interface RenewedLine {
  readonly name: string
  readonly title: string
  readonly startDate: string
  readonly endDate: string
  /** Øre. */
  readonly amount: number
  readonly currency: string
  readonly cardLabel: string | null
}

/** The people on a charge, the payer first, with what is bought for each. */
export async function selectRenewedLines(db: Db, chargeId: string): Promise<RenewedLine[]> {
  const { rows } = await db.execute(sql`
    select trim(members.first_name || ' ' || members.last_name) as name, next.name as title,
      next.start_date::text as "startDate", next.end_date::text as "endDate", renewals.amount::float8 as amount, organisations.currency,
      cards.label as "cardLabel"
    from renewals
    join renewal_charges charges on charges.id = renewals.charge_id
    join organisations on organisations.id = charges.org_id
    join members on members.id = renewals.member_id
    join memberships on memberships.id = renewals.membership_id
    join membership_configurations next on next.id = renewals.configuration_id
    left join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier
      and cards.member_id = charges.payer_id and cards.deleted_at is null
    where renewals.charge_id = ${chargeId} and renewals.withdrawn_at is null
    order by members.id = charges.payer_id desc, members.date_of_birth, members.id`)
  return rows as unknown as RenewedLine[]
}
