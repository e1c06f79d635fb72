import type { Membership } from '#contract/memberships/memberships.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { memberships } from '#server/database/schema/index.ts'
import { renewsByCardSql } from '#server/domains/orders/index.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'

/** A person's membership, by its id or its club. */
export async function selectOptionalMembershipOf(
  db: Reader,
  memberId: string,
  { id, orgId }: { id?: string | undefined; orgId?: string | undefined },
) {
  if (id === undefined && orgId === undefined) return null
  const [row] = await db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.memberId, memberId),
        id === undefined ? undefined : eq(memberships.id, id),
        orgId === undefined ? undefined : eq(memberships.orgId, orgId),
      ),
    )
  return row ?? null
}

type Because = NonNullable<Membership['renewalEnded']>['because']

/** The details as the version before knows them. */
const groups: Partial<Record<Because, Because>> = { expired: 'declined', not_renewable: 'not_renewed' }

/**
 * @param card the gateway's identifier of the card; null: no automatic renewal
 * @param because why it ended, unless somebody switched it off
 */
export const updateRenewal = (tx: Tx, ids: readonly string[], card: string | null, because: Because | null = null) =>
  tx.execute(sql`
    with locked as (
      select id from memberships where id = any(${sql.param([...ids])}::uuid[]) order by id for update
    )
    update memberships set auto_renewal = ${card !== null}, auto_renew_cycle = ${card === null ? null : 'yearly'},
      saved_card_identifier = ${card}, update_date = portal_now(), renewal_ended_because = ${because && (groups[because] ?? because)}::text,
      renewal_ended_detail = ${because && because in groups ? because : null}::text,
      renewal_ended_at = case when ${because !== null} then portal_now() end
    from locked where memberships.id = locked.id`)

/** The memberships that cards renew, with their holders. */
export async function selectRenewedBy(db: Reader, cards: readonly string[]) {
  const { rows } = await db.execute<{ membershipId: string; card: string; memberName: string }>(sql`
    select memberships.id as "membershipId", memberships.saved_card_identifier as card,
      ${fullNameOf('members')} as "memberName"
    from memberships join members on members.id = memberships.member_id
    where memberships.saved_card_identifier = any(${sql.param([...cards])}::text[])
    order by members.parent_id nulls first, members.date_of_birth, memberships.id`)
  return rows
}

/** The memberships of a paid order's lines that a card renews, without refunded lines. */
export async function selectMembershipsOfOrder(tx: Tx, orderId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct membership_id as id from order_lines join membership_configurations sold on sold.id = order_lines.configuration_id
    where order_id = ${orderId} and membership_id is not null and ${renewsByCardSql(sql`sold`)}
      and not exists (select from refund_lines where line_id = order_lines.id)`)
  return rows.map(({ id }) => id)
}

/**
 * Records since when cards renew nothing, and resets those that do again.
 * @returns those unused for a day, to be deleted
 */
export async function claimUnusedCards(tx: Tx, limit: number): Promise<string[]> {
  await tx.execute(sql`
    with seen as (
      select cards.id, exists (
        select from memberships where memberships.saved_card_identifier = cards.saved_card_identifier and auto_renewal
      ) as used
      from saved_cards cards where cards.deleted_at is null
    )
    update saved_cards set unused_since = case when seen.used then null else portal_now() end
    from seen where seen.id = saved_cards.id and seen.used = (saved_cards.unused_since is not null)`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from saved_cards
    where deleted_at is null and unused_since < portal_now() - interval '1 day'
    order by id limit ${limit} for update skip locked`)
  return rows.map(({ id }) => id)
}

/** A declined card is shown for a month. */
const DECLINED_DAYS = 30

/** Whether a membership's card was declined for good, not long ago. */
export const wasDeclined: SQL = sql`(memberships.renewal_ended_because = 'declined'
  and memberships.renewal_ended_at > portal_now() - interval '${sql.raw(String(DECLINED_DAYS))} days')`

/**
 * How a row of `memberships` renews: `failed` while its card is declined, and for a month after it was given up unless somebody has paid
 * since; else `card` or `none`.
 */
export const cardState: SQL = sql`case
  when exists (
      select from renewals join renewal_charges charges on charges.id = renewals.charge_id
      where renewals.member_id = memberships.member_id and renewals.org_id = memberships.org_id
        and renewals.membership_id = memberships.id and renewals.withdrawn_at is null and charges.status = 'failing')
    or ${wasDeclined} and not exists (
        select from membership_terms paid
        where paid.membership_id = memberships.id and paid.status = 'active' and paid.created_at > memberships.renewal_ended_at)
    then 'failed'
  when memberships.auto_renewal then 'card'
  else 'none' end`
