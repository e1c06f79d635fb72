import { inTransaction, type Db } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { oneRow } from './one-row.ts'

/** Mails to an office's own people, and to operators. */
export async function officeMails(db: Db) {
  const { orgId, chair, helper, seasonId, endDate, holder } = await oneRow<{
    orgId: string
    chair: string
    helper: string
    seasonId: string
    endDate: string
    holder: string
  }>(
    db,
    sql`select clubs.id as "orgId", grants.granted_by as chair, grants.member_id as helper, terms.configuration_id as "seasonId",
        terms.end_date::text as "endDate", terms.member_id as holder
      from organisations clubs
      join office_grants grants on grants.org_id = clubs.id
      join membership_terms terms on terms.org_id = clubs.id and terms.status = 'active'
      join members on members.id = terms.member_id and members.email is not null and members.parent_id is null
      where clubs.key = 'ROKLUB' order by grants.member_id, terms.end_date desc, terms.id limit 1`,
  )
  const { choir } = await oneRow<{ choir: string }>(db, sql`select id as choir from organisations where key = 'KOR'`)
  const offered = await oneRow<{ orgId: string; membershipConfId: string }>(
    db,
    sql`select org_id as "orgId", id as "membershipConfId" from membership_configurations
      where enabled and min_age is null and max_age is null and offer_start_date <= portal_now()::date and end_date > portal_now()::date
        and org_id <> ${choir} and org_id not in (select org_id from memberships where member_id = ${holder}) order by id limit 1`,
  )
  const invitationId = newId()
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into office_invitations (id, org_id, email, roles, language, invited_by, expires_at)
      values (${invitationId}, ${orgId}, 'kasserer@example.net', '{treasurer,secretary}', 'da', ${chair}, portal_now() + interval '14 days')`)
    await tx.execute(sql`
      update membership_configurations set end_date = (portal_now() + interval '30 days')::date, start_date = (portal_now() - interval '300 days')::date
      where id in (select distinct on (series) id from membership_configurations where org_id = ${choir} order by series, end_date desc)`)
  })
  const suggestionId = newId()
  const requestId = newId()
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into club_people (org_id, member_id, since, source, left_on, left_reason)
      values (${choir}, ${holder}, '2020-01-01', 'joined', '2026-12-31', 'moved')
      on conflict (org_id, member_id) do update set left_on = excluded.left_on, left_reason = excluded.left_reason`)
    await tx.execute(sql`
      insert into club_people (org_id, member_id, since, source) values (${offered.orgId}, ${holder}, '2020-01-01', 'joined')
      on conflict (org_id, member_id) do update set left_on = null`)
    await tx.execute(sql`
      insert into change_suggestions (id, org_id, member_id, suggested_by, fields)
      values (${suggestionId}, ${orgId}, ${holder}, ${helper}, '{"city": "Ry"}')`)
    await tx.execute(sql`
      insert into merge_requests (id, org_id, kept_id, gone_id, asked_by, until)
      values (${requestId}, ${orgId}, ${holder}, ${helper}, ${chair}, portal_now() + interval '14 days')`)
  })
  const access = (change: 'given' | 'changed' | 'revoked' | 'left') => ({
    name: `office-access-${change}`,
    memberId: helper,
    data: { orgId, memberId: helper, change, roles: ['treasurer', 'secretary'] },
  })
  const one = (name: string, memberId: string, data: Record<string, unknown> = {}) => [
    { name, memberId, data: { orgId, memberId, ...data } },
  ]
  return {
    'office-invited': [{ name: 'office-invited', memberId: null, data: { invitationId } }],
    'office-access': [access('given'), access('changed'), access('revoked'), access('left')],
    'go-live-asked': one('go-live-asked', chair, { askedBy: helper }),
    'went-live': one('went-live', helper),
    'merchant-changed': one('merchant-changed', helper, { before: '1000001', merchant: '1000002' }),
    'season-missing': one('season-missing', helper, { orgId: choir }),
    'club-left': one('club-left', holder, { orgId: choir }),
    'change-suggested': one('change-suggested', holder, { suggestionId, receiverId: holder }),
    'merge-asked': one('merge-asked', holder, { requestId, receiverId: holder }),
    'membership-offered': one('membership-offered', holder, { ...offered, memberIds: [holder] }),
    'season-grown': one('season-grown', holder, { configurationId: seasonId, endDate }),
  }
}

/** Inserts a list of people that a club imported. @returns its id */
export async function insertImport(db: Db, memberId: string): Promise<string> {
  const id = newId()
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      insert into imports (id, org_id, created_by, file_name, columns, choices, cut_numbers)
      select ${id}, id, ${memberId}, 'medlemmer.csv', '{}', '{}', 0 from organisations where key = 'ROKLUB'`),
  )
  return id
}
