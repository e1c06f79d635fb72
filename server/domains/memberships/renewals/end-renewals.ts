import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { formatDay } from '#server/documents/format.ts'
import { notifyEach, requestMail } from '#server/domains/notifications/index.ts'
import * as m from '#words/messages.js'
import { endedWithGraceUntil } from '../grace.ts'
import { updateRenewal } from './renewal-queries.ts'

const CHUNK = 500

/**
 * Ends automatic renewal of memberships whose days of grace are over: consent does not outlive the membership that it was given for.
 * Payers whose card would have renewed are told; the card is deleted once it renews nothing. @returns how many ended
 */
export async function endLapsedRenewals(db: Db, today: string): Promise<number> {
  let ended = 0
  for (let more = true; more;) {
    const lapsed = await inTransaction(db, async (tx) => {
      const part = await lockLapsed(tx, today)
      const ids = part.map(({ membershipId }) => membershipId)
      await updateRenewal(tx, ids, null, 'not_renewed')
      await notifyLapsed(tx, part)
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
  /** The holder of the card. */
  readonly payerId: string | null
  /** The last paid day; null if everything was refunded. */
  readonly endDate: string | null
}

async function lockLapsed(tx: Tx, today: string): Promise<Lapsed[]> {
  const { rows } = await tx.execute(sql`
    select memberships.id as "membershipId", organisations.id as "orgId", organisations.name as club, cards.member_id as "payerId",
      paid.until::text as "endDate"
    from memberships
    join organisations on organisations.id = memberships.org_id
    left join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier and cards.org_id = memberships.org_id
    cross join lateral (
      select max(end_date) as until from membership_terms where membership_id = memberships.id and status = 'active'
    ) paid
    where memberships.auto_renewal
      and (paid.until is null or paid.until < least(${endedWithGraceUntil(sql`${today}::date`)}, ${today}::date - 1))
      and not exists (select from renewals_under_way where renewals_under_way.membership_id = memberships.id)
    order by memberships.id limit ${CHUNK} for update of memberships`)
  return rows as unknown as Lapsed[]
}

/** One notice and one e-mail for all that a card would have renewed at a club. */
async function notifyLapsed(tx: Tx, lapsed: readonly Lapsed[]): Promise<void> {
  const told = lapsed.flatMap(({ payerId, endDate, ...one }) =>
    payerId && endDate ? [{ ...one, payerId, endDate }] : [],
  )
  const groups = [...Map.groupBy(told, ({ payerId, orgId, endDate }) => `${payerId}:${orgId}:${endDate}`)].map(
    ([key, group]) => ({ ...group[0]!, key, membershipIds: group.map(({ membershipId }) => membershipId) }),
  )
  await notifyEach(
    tx,
    groups.map(({ key, payerId, orgId, club, endDate }) => ({
      receiverId: payerId,
      type: 'MEMBERSHIP_RENEW' as const,
      texts: (locale) => ({
        title: m.notification_renewal_ended_title({ club }, { locale }),
        message: m.notification_renewal_ended_message({ day: formatDay(endDate, locale) }, { locale }),
      }),
      data: { orgId, endDate },
      onceKey: `renewal-ended:${key}`,
    })),
  )
  for (const { key, payerId, orgId, endDate, membershipIds } of groups)
    await requestMail(tx, {
      template: 'renewal-ended',
      memberId: payerId,
      data: { memberId: payerId, orgId, endDate, membershipIds },
      onceKey: `renewal-ended:${key}`,
    })
}
