import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { formatDay } from '#server/documents/format.ts'
import { hasDied } from '#server/domains/members/index.ts'
import { notifyEach, requestMail } from '#server/domains/notifications/index.ts'
import { renewsByCardSql } from '#server/domains/orders/index.ts'
import * as m from '#words/messages.js'
import { endedWithGraceUntil } from '../grace.ts'
import { updateRenewal } from './renewal-queries.ts'

const CHUNK = 500

/**
 * Ends automatic renewal of memberships whose days of grace are over: consent does not outlive the membership that it was given for.
 * So does that of trials and optional extras, which cards renewed once. Payers whose card would have renewed are notified; the card is
 * deleted once it renews nothing.
 * @returns how many ended
 */
export async function endLapsedRenewals(db: Db, today: string): Promise<number> {
  let ended = 0
  for (let more = true; more;) {
    const lapsed = await inTransaction(db, async (tx) => {
      const part = await lockLapsed(tx, today)
      for (const [because, some] of Map.groupBy(part, (one) => one.because)) {
        const ids = some.map(({ membershipId }) => membershipId)
        await updateRenewal(tx, ids, null, because)
        await notifyLapsed(tx, some, because)
      }
      return part
    })
    ended += lapsed.length
    more = lapsed.length === CHUNK
  }
  return ended
}

interface Lapsed {
  readonly membershipId: string
  readonly orgId: string
  readonly club: string
  /** The holder of the card; null where its member has died, which is no news. */
  readonly payerId: string | null
  /** The last paid day; null if everything was refunded. */
  readonly endDate: string | null
  readonly because: Because
}

/** `not_renewable`: what they still hold is a trial or an optional extra. */
type Because = 'not_renewed' | 'not_renewable'

async function lockLapsed(tx: Tx, today: string): Promise<Lapsed[]> {
  const { rows } = await tx.execute(sql`
    select memberships.id as "membershipId", organisations.id as "orgId", organisations.name as club,
      case when not ${hasDied(sql`memberships.member_id`)} then cards.member_id end as "payerId",
      paid.until::text as "endDate", case when paid.until >= ${lapsedBefore(today)} then 'not_renewable' else 'not_renewed' end as because
    from memberships
    join organisations on organisations.id = memberships.org_id
    left join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier and cards.org_id = memberships.org_id
    cross join lateral (
      select max(terms.end_date) as until, max(terms.end_date) filter (where ${renewsByCardSql(sql`held`)}) as renewed_until
      from membership_terms terms join membership_configurations held on held.id = terms.configuration_id
      where terms.membership_id = memberships.id and terms.status = 'active'
    ) paid
    where memberships.auto_renewal
      and (paid.renewed_until is null or paid.renewed_until < ${lapsedBefore(today)})
      and not exists (select from renewals_under_way where renewals_under_way.membership_id = memberships.id)
    order by memberships.id limit ${CHUNK} for update of memberships`)
  return rows as unknown as Lapsed[]
}

/** Memberships that ended before this day are not renewed any more. */
const lapsedBefore = (today: string) => sql`least(${endedWithGraceUntil(sql`${today}::date`)}, ${today}::date - 1)`

/** One notice and one e-mail for all that a card would have renewed at a club; those that end later have their own. */
export async function notifyLapsed(
  tx: Tx,
  lapsed: readonly Omit<Lapsed, 'because'>[],
  because: Because,
): Promise<void> {
  const renewable = because === 'not_renewed'
  const withPayer = lapsed.flatMap(({ payerId, endDate, ...one }) =>
    payerId && endDate ? [{ ...one, payerId, endDate }] : [],
  )
  const groups = [...Map.groupBy(withPayer, ({ payerId, orgId, endDate }) => `${payerId}:${orgId}:${endDate}`)].map(
    ([key, group]) => {
      const membershipIds = group.map(({ membershipId }) => membershipId)
      return { ...group[0]!, onceKey: `renewal-ended:${key}:${membershipIds[0]}`, membershipIds }
    },
  )
  const holders = await selectHolders(
    tx,
    groups.flatMap(({ membershipIds }) => membershipIds),
  )
  await notifyEach(
    tx,
    groups.map(({ onceKey, payerId, orgId, club, endDate, membershipIds }) => ({
      receiverId: payerId,
      type: 'MEMBERSHIP_RENEW' as const,
      texts: (locale) => ({
        title: m.notification_renewal_ended_title({ club }, { locale }),
        message: renewable
          ? m.notification_renewal_ended_message({ day: formatDay(endDate, locale) }, { locale })
          : m.notification_renewal_not_renewable({ day: formatDay(endDate, locale) }, { locale }),
      }),
      data: { orgId, endDate, ...(!renewable && { status: because }) },
      people: membershipIds.flatMap((id) => holders.get(id) ?? []),
      onceKey,
    })),
  )
  for (const { onceKey, payerId, orgId, endDate, membershipIds } of groups)
    await requestMail(tx, {
      template: 'renewal-ended',
      memberId: payerId,
      orgId,
      data: { memberId: payerId, endDate, membershipIds, ...(!renewable && { notRenewable: true }) },
      onceKey,
    })
}

/** Whose memberships they are, by their ids. */
async function selectHolders(tx: Tx, membershipIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; memberId: string }>(
    sql`select id, member_id as "memberId" from memberships where id = any(${sql.param([...membershipIds])}::uuid[])`,
  )
  return new Map(rows.map(({ id, memberId }) => [id, memberId]))
}
