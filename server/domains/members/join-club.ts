import { copenhagenToday } from '#server/database/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { type clubPeople, clubPeopleCounters, type members } from '#server/database/schema/index.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { insertMember, lockEmail, type MemberRow } from './queries.ts'
import { requireBirthDate } from './update-profile.ts'

interface Joining {
  readonly orgId: string
  readonly memberIds: readonly string[]
  readonly source: (typeof clubPeople.$inferSelect)['source']
  /** Made by this club, and without a sign-in. */
  readonly managed?: boolean
  /** The day since which they belong to the club; today when left out. */
  readonly since?: string
}

/** Whether somebody has left the club; whoever leaves on a later day has not. @param person a row of `club_people` */
export const hasLeft = (person: SQL): SQL<boolean> => sql`coalesce(${person}.left_on <= ${copenhagenToday}, false)`

/**
 * The statement by which teams that ended with a leaving go on. Nobody is in a team twice, so of two that ended together, as after a merge,
 * the later one does. @param ended a condition on `team_people`
 */
export const resumeTeams = (ended: SQL): SQL => sql`
  update team_people set until_on = null where ${ended} and not exists (
    select from team_people again
    where again.team_id = team_people.team_id and again.member_id = team_people.member_id
      and (again.until_on is null or again.until_on > ${copenhagenToday} and again.id > team_people.id))`

/**
 * Enters people in a club's register. Somebody who is in it stays as they are, also where they leave on a later day, and who has left comes
 * back with the number they had. Paid orders do the same in `joinByOrder`. Requires that these people exist. @returns who is new or has come back
 */
export async function joinClub(
  tx: Tx,
  { orgId, memberIds, source, managed = false, since }: Joining,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into club_people (org_id, member_id, since, source, managed)
    select ${orgId}::uuid, id, coalesce(${since ?? null}::date, ${copenhagenToday}), ${source},
      ${managed} and not exists (select from member_identities own where own.member_id = people.id)
    from unnest(${sql.param([...new Set(memberIds)].toSorted())}::uuid[]) people(id)
    on conflict (org_id, member_id) do update set left_on = null, left_reason = null, version = club_people.version + 1
      where ${hasLeft(sql`club_people`)}
    returning member_id as id`)
  return rows.map(({ id }) => id)
}

/** Gives numbers to those of a club who have none, in the order in which they came. */
export async function numberPeople(tx: Tx, orgId: string): Promise<void> {
  // Locks the counter; the second statement sees what was numbered meanwhile.
  await tx
    .insert(clubPeopleCounters)
    .values({ orgId, last: 0 })
    .onConflictDoUpdate({ target: clubPeopleCounters.orgId, set: { last: sql`club_people_counters.last` } })
  await tx.execute(sql`
    with fresh as (
      select member_id, row_number() over (order by since, created_at, member_id)::int as place
      from club_people where org_id = ${orgId}::uuid and number is null
    ),
    before as (select last from club_people_counters where org_id = ${orgId}::uuid),
    counted as (
      update club_people_counters set last = last + (select count(*)::int from fresh) where org_id = ${orgId}::uuid
    )
    update club_people set number = before.last + fresh.place from fresh, before
    where club_people.org_id = ${orgId}::uuid and club_people.member_id = fresh.member_id`)
}

/** Numbers those who came with orders. */
export async function numberEverybody(db: Db): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct org_id as id from club_people where number is null`,
  )
  for (const { id } of rows) await inTransaction(db, (tx) => numberPeople(tx, id))
}

/** Their club may no longer edit somebody who has a sign-in. */
export const endManaged = (tx: Tx, memberId: string) =>
  tx.execute(sql`update club_people set managed = false where member_id = ${memberId}::uuid and managed`)

type Managed = Pick<MemberRow, 'firstName' | 'lastName'> &
  Partial<Omit<typeof members.$inferInsert, 'firstName' | 'lastName' | 'profileImage' | 'enabled'>>

/**
 * A person without a sign-in, for `joinClub` with `managed`. Who has the e-mail address already is that person, whatever else is written
 * here: `created` is false.
 */
export async function insertManagedPerson(
  tx: Tx,
  { email: typed, ...values }: Managed,
): Promise<{ readonly id: string; readonly created: boolean }> {
  requireBirthDate(tx, values.dateOfBirth)
  const email = typed?.trim().toLowerCase() || null
  if (email) await lockEmail(tx, email)
  const created = await insertMember(tx, { ...values, email })
  if (created) return { id: created.id, created: true }
  const { rows } = await tx.execute<{ id: string }>(sql`select id from members where email = ${email}`)
  return { id: rows[0]!.id, created: false }
}
