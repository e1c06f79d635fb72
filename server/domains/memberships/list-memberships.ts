import type { Membership } from '#contract/memberships.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { mayWithMember, selectOptionalMember } from '#server/domains/members/index.ts'
import { selectOrdersWithReceipt } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { presentMembership } from './present.ts'
import { selectMemberships, selectSeasonsOnSale, type MembershipWithTerms } from './queries.ts'

/** What a person is to each organisation, or to one. Somebody the caller may not see is answered like nobody. */
export async function listMemberships(
  db: Db,
  actor: MemberActor,
  { memberId, orgId }: { memberId: string; orgId?: string | undefined },
) {
  await mustSee(db, actor, memberId)
  const rows = await selectMemberships(db, { memberIds: [memberId], ...(orgId ? { orgId } : {}) })
  return present(
    db,
    actor,
    rows.filter((row) => row.terms.length > 0),
  )
}

export async function showMembership(
  db: Db,
  actor: MemberActor,
  { membershipId }: { membershipId: string },
): Promise<Membership> {
  const rows = await selectMemberships(db, { ids: [membershipId] })
  if (!rows[0]) throw new Problem('not_found')
  await mustSee(db, actor, rows[0].membership.memberId)
  const [shown] = await present(db, actor, rows)
  return shown!
}

async function mustSee(db: Db, actor: MemberActor, memberId: string) {
  const member = await selectOptionalMember(db, memberId)
  if (!member || !mayWithMember(actor, 'see', member)) throw new Problem('not_found')
}

async function present(db: Db, actor: MemberActor, rows: readonly MembershipWithTerms[]): Promise<Membership[]> {
  const today = copenhagenDate(await portalNow(db))
  const orderIds = rows.flatMap((row) => row.terms.map((term) => term.orderId)).filter((id) => id !== null)
  const [onSale, withReceipt] = await Promise.all([
    selectSeasonsOnSale(
      db,
      today,
      rows.map((row) => row.membership.orgId),
    ),
    selectOrdersWithReceipt(db, actor.memberId, orderIds),
  ])
  return rows.map((row) => presentMembership(row, { today, onSale, withReceipt }))
}
