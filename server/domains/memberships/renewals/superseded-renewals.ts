import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql } from '#server/database/sql.ts'
import { formatList } from '#server/documents/format.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { type LineItemHandlers, renewsByCardSql } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { withdrawMemberships } from './switch-renewal.ts'

/** A season that an office gives or sells to somebody. */
interface Added {
  readonly memberId: string
  readonly configurationId: string
  readonly renewsByCard: boolean
  readonly startDate: string
}

/** A membership that a card renews, with the charge that is planned for it. */
export interface CardRenewal {
  readonly memberId: string
  readonly membershipId: string
  readonly name: string
  /** The last day after which it is renewed. */
  readonly endDate: string
  readonly charge: {
    readonly id: string
    readonly payerId: string
    /** While a declined charge can still be paid. */
    readonly orderId: string | null
    readonly configurationId: string
    /** Null once no attempt is left. */
    readonly nextTry: string | null
  } | null
}

/** The people's memberships of a club that a card renews. */
export async function selectCardRenewals(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
): Promise<CardRenewal[]> {
  const { rows } = await db.execute(sql`
    select memberships.member_id as "memberId", memberships.id as "membershipId", ${fullNameOf('members')} as name,
      coalesce(planned.end_date, held.until)::text as "endDate", planned.charge
    from memberships join members on members.id = memberships.member_id
    left join lateral (
      select charges.end_date, json_build_object('id', charges.id, 'payerId', charges.payer_id, 'orderId', charges.order_id,
        'configurationId', renewals.configuration_id, 'nextTry', charges.next_try) as charge
      from renewals join renewal_charges charges on charges.id = renewals.charge_id
      where renewals.member_id = memberships.member_id and renewals.org_id = memberships.org_id
        and renewals.membership_id = memberships.id and renewals.withdrawn_at is null and charges.status in ('announced', 'failing')
      order by charges.end_date limit 1
    ) planned on true
    cross join lateral (
      select max(terms.end_date) as until from membership_terms terms
      join membership_configurations kinds on kinds.id = terms.configuration_id and ${renewsByCardSql(sql`kinds`)}
      where terms.membership_id = memberships.id and terms.status = 'active'
    ) held
    where memberships.org_id = ${orgId}::uuid and memberships.member_id = any(${sql.param([...memberIds])}::uuid[])
      and memberships.auto_renewal and coalesce(planned.end_date, held.until) is not null
    order by members.id`)
  return rows as unknown as CardRenewal[]
}

/** Whether a card does not renew a membership any more once its holder has a season: it is that one, or a later one. */
export const isSupersededBy = ({ memberId, endDate, charge }: CardRenewal, added: Added): boolean =>
  memberId === added.memberId &&
  (charge?.configurationId === added.configurationId || (added.renewsByCard && added.startDate > endDate))

/**
 * Ends the charges that seasons of an office take the place of, before these are reserved, also where a card was declined and its order
 * still holds one. Payers are notified that what was announced is not charged. A charge that is being paid stays.
 */
export async function supersedeRenewals(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  orgId: string,
  added: readonly Added[],
): Promise<void> {
  if (added.length === 0) return
  const renewals = await selectCardRenewals(
    tx,
    orgId,
    added.map(({ memberId }) => memberId),
  )
  const superseded = renewals.filter((one) => one.charge && added.some((season) => isSupersededBy(one, season)))
  if (superseded.length === 0) return
  const ids = superseded.map(({ membershipId }) => membershipId)
  const { chargeIds } = await withdrawMemberships(lineHandlers, tx, ids, 'added by the club')
  const ended = superseded.filter(({ charge }) => chargeIds.includes(charge!.id))
  if (ended.length === 0) return
  const { name: club } = await selectOrganisation(tx, orgId)
  for (const [payerId, those] of Map.groupBy(ended, ({ charge }) => charge!.payerId)) {
    const { endDate, charge } = those[0]!
    const membershipIds = those.map(({ membershipId }) => membershipId)
    await notify(tx, {
      receiverId: payerId,
      type: 'MEMBERSHIP_RENEW',
      texts: (locale) => {
        const names = formatList(
          those.map(({ name }) => name),
          locale,
        )
        return {
          title: m.notification_renewal_superseded_title({ club }, { locale }),
          message: m.notification_renewal_superseded_message({ club, names }, { locale }),
        }
      },
      data: { orgId, automatic: true },
      onceKey: `renewal-superseded:${charge!.id}:${membershipIds.join(':')}`,
      mail: {
        template: 'renewal-announced',
        orgId,
        data: { memberId: payerId, endDate, superseded: { chargeId: charge!.id, membershipIds } },
      },
    })
  }
}
