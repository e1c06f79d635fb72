import type { AskerCard } from '#contract/conversations/office.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { membershipsAtClub } from '#server/domains/memberships/index.ts'
import { selectNewestOrders } from '#server/domains/orders/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { type InOffice, selectOptionalInOffice } from './office-thread.ts'

const ORDERS = 10

/**
 * One club's view of the member who asks: membership, family and orders at this club only. Of somebody who was never a member there, only
 * name and e-mail.
 */
export async function showCard(db: Db, caller: OfficeCaller, which: InOffice): Promise<AskerCard | null> {
  const found = await selectOptionalInOffice(db, caller, which)
  if (!found) throw new Problem('thread_not_found')
  const { memberId, orgId } = found.thread
  const member = memberId === null ? null : await selectOptionalMember(db, memberId)
  if (!member) return null

  const relatives = await selectRelatives(db, member.id)
  const [memberships, orders] = await Promise.all([
    membershipsAtClub(db, orgId, [member.id, ...relatives.map((one) => one.memberId)], caller.actor.via.language),
    selectNewestOrders(db, caller, { buyerId: member.id, limit: ORDERS }),
  ])
  const own = memberships.get(member.id)
  const seesMoney = hasScope(caller.actor, 'money.read', caller.organisation.key)
  return {
    memberId: member.id,
    name: fullName(member) || (member.email ?? ''),
    email: member.email,
    phone: own ? member.phone : '',
    profileImage: own ? member.profileImage : null,
    registrationDate: member.registrationDate.toISOString(),
    membership: own ?? null,
    family: relatives.flatMap((one) => {
      const membership = memberships.get(one.memberId)
      return membership ? [{ memberId: one.memberId, name: fullName(one), as: one.as, status: membership.status }] : []
    }),
    orders: orders.map(({ id, number, status, total, currency, createdAt }) => ({
      id,
      number,
      status,
      total: seesMoney ? { minor: total, currency } : null,
      createdAt: createdAt.toISOString(),
    })),
  }
}

interface Relative {
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
  readonly as: 'participant' | 'relative'
}

/** A member's participants and approved relatives by name, without archived ones. */
async function selectRelatives(db: Reader, memberId: string): Promise<Relative[]> {
  const { rows } = await db.execute<Relative & Record<string, unknown>>(sql`
    select members.id as "memberId", first_name as "firstName", last_name as "lastName", min(acting_as) as "as"
    from people_in_reach reach join members on members.id = reach.member_id
    where reach.actor_id = ${memberId} and acting_as in ('participant', 'relative') and not archived
    group by members.id
    order by name_to_sort(first_name, last_name), members.id limit 100`)
  return rows
}
