import type { Output, Parsed } from '#contract/endpoint.ts'
import type { operator, OperatorPerson } from '#contract/operator.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { members } from '#server/database/schema/index.ts'
import { eq, sql, type SQL } from '#server/database/sql.ts'
import { matchesMember, wasSuperAdmin } from '#server/domains/members/index.ts'
import { withdrawInvitationsOf } from '#server/domains/office/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { isLiveGrant } from '#server/identity/scopes.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'

const MOST = 50

/** People of all clubs, by name. */
export const listPeople = (
  db: Db,
  actor: MemberActor,
  { search }: Parsed<typeof operator.people>,
): Promise<OperatorPerson[]> =>
  search.trim() === '' ? Promise.resolve([]) : selectPeople(db, actor, matchesMember(search))

/**
 * Disables a person, who is refused from the next call on, or enables them again. Nobody disables themselves; and since two operators might disable each
 * other at once, both rows are locked and the caller must still be enabled.
 */
export async function setPersonEnabled(
  tx: Tx,
  actor: MemberActor,
  { memberId, enabled, reason }: Parsed<typeof operator.setEnabled>,
): Promise<Output<typeof operator.setEnabled>> {
  const { rows: locked } = await tx.execute<{ id: string; enabled: boolean }>(sql`
    select id, enabled from members
    where id in (${memberId}, ${actor.actorId}) and parent_id is null order by id for no key update`)
  const target = locked.find(({ id }) => id === memberId)
  if (!target) throw new Problem('not_found')
  if (memberId === actor.actorId) throw new Problem('person_is_yourself')
  if (!locked.find(({ id }) => id === actor.actorId)?.enabled) throw new Problem('member_disabled')
  const [before] = await selectPeople(tx, actor, sql`members.id = ${memberId}`)
  let withdrawnInvitations = 0
  if (target.enabled !== enabled) {
    await tx
      .update(members)
      .set({ enabled, updateDate: sql`portal_now()` })
      .where(eq(members.id, memberId))
    if (!enabled) withdrawnInvitations = await withdrawInvitationsOf(tx, actor, { memberId, reason })
    await recordOperatorChange(tx, actor, {
      name: enabled ? 'member_enabled' : 'member_disabled',
      thing: 'member',
      thingId: memberId,
      label: before!.name,
      ...(withdrawnInvitations > 0 && { after: { invitations: withdrawnInvitations } }),
      reason,
    })
  }
  return { ...before!, enabled, withdrawnInvitations }
}

async function selectPeople(db: Reader, { actorId }: MemberActor, where: SQL): Promise<OperatorPerson[]> {
  const { rows } = await db.execute<
    Omit<OperatorPerson, 'isSelf' | 'seenAt'> & { seenAt: Date | null } & Record<string, unknown>
  >(sql`
    select members.id, ${fullNameOf('members')} as name, email, members.enabled,
      ${wasSuperAdmin(sql`members.id`)} as "isOperator",
      (select max(last_seen_at) from member_identities where member_id = members.id) as "seenAt",
      (select coalesce(json_agg(json_build_object('id', id, 'key', key, 'name', name)), '[]') from (
        select organisations.id, organisations.key, organisations.name
        from clubs_of_members clubs join organisations on organisations.id = clubs.org_id
        where clubs.member_id = members.id order by danish_order(organisations.name) limit 20
      ) own) as clubs,
      (select coalesce(json_agg(name order by danish_order(name)), '[]') from (
        select organisations.name from office_grants
        join organisations on organisations.id = office_grants.org_id
        join members chairs on chairs.id = office_grants.member_id
        where office_grants.org_id in (select org_id from office_grants own where own.member_id = members.id)
          and 'chair' = any(roles) and ${isLiveGrant} and chairs.enabled
          and not exists (select from organisation_admins admins
            where admins.org_id = organisations.id and admins.member_id <> members.id)
        group by organisations.id having bool_and(chairs.id = members.id) limit 20
      ) chaired) as "lastChairOf"
    from members where parent_id is null and ${where}
    order by listed, members.id limit ${MOST}`)
  return rows.map(({ seenAt, ...person }) => ({
    ...person,
    isSelf: person.id === actorId,
    seenAt: seenAt && new Date(seenAt).toISOString(),
  }))
}
