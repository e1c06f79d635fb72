import type { Output, Parsed } from '#contract/endpoint.ts'
import {
  type AttendanceMark,
  MOST_TEAM_PEOPLE,
  MOST_TEAMS,
  type Team,
  type TeamDetail,
  type TeamPerson,
  type teams as calls,
} from '#contract/people/teams.ts'
import { copenhagenDate, copenhagenToday, portalNow } from '#server/database/clock.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { attendance, teams } from '#server/database/schema/index.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { ageOn, requireMemberOf, resumeTeams } from '#server/domains/members/index.ts'
import { selectMatchingMembers } from '#server/domains/memberships/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'

type Input<Call extends keyof typeof calls> = Omit<Parsed<(typeof calls)[Call]>, 'orgId'>

/** Days of attendance in a page. */
const DAYS = 12

export const isInToday = sql`(from_on <= ${copenhagenToday} and (until_on is null or until_on > ${copenhagenToday}))`

/** The teams that somebody trains today. */
export const trainedBy = ({ organisation }: OfficeCaller, memberId: string): SQL => sql`
  teams.org_id = ${organisation.id}::uuid and teams.archived_at is null and exists (select from team_people
    where team_id = teams.id and member_id = ${memberId}::uuid and role = 'trainer' and ${isInToday})`

/** Trainers read sensitive answers: nobody makes themselves one without that right. Throws `role_not_yours`. */
export function refuseOwnTraining({ actor, organisation }: OfficeCaller, memberIds: readonly string[]): void {
  const isSelf = memberIds.some((id) => id === actor.memberId || id === actor.actorId)
  if (isSelf && !hasScope(actor, 'sensitive.read', organisation.key, 'write')) throw new Problem('role_not_yours')
}

/** The teams that the caller sees: all with `members.read`, else those that they train today. Read at every call. */
function seenBy(caller: OfficeCaller, use: 'read' | 'write'): SQL {
  const { actor, organisation } = caller
  if (hasScope(actor, use === 'read' ? 'members.read' : 'members.write', organisation.key, use))
    return sql`teams.org_id = ${organisation.id}::uuid`
  return trainedBy(caller, actor.memberId)
}

/** Teams of a club by name, those that are archived last. */
export const listTeams = (db: Db, caller: OfficeCaller): Promise<Team[]> => selectTeams(db, seenBy(caller, 'read'))

export async function showTeam(db: Db, caller: OfficeCaller, { teamId }: Input<'show'>): Promise<TeamDetail> {
  const team = await requireTeam(db, caller, teamId, 'read')
  const [members, now] = await Promise.all([selectPeople(db, teamId), portalNow(db)])
  return { ...team, members: members.map((person) => present(person, copenhagenDate(now))) }
}

/** Adds a team. One of that name and season that nobody is in yet is it already: the answer was lost. */
export async function addTeam(tx: Tx, caller: OfficeCaller, { name, season }: Input<'add'>): Promise<Team> {
  const orgId = caller.organisation.id
  await requireRoom(tx, orgId)
  const [added] = await selectTeams(
    tx,
    sql`teams.org_id = ${orgId}::uuid and name = ${name} and season = ${season} and teams.archived_at is null
      and not exists (select from team_people where team_id = teams.id)`,
  )
  if (added) return added
  const id = newId()
  await tx.insert(teams).values({ id, orgId, name, season })
  await recordOfficeChange(tx, caller, {
    name: 'team_added',
    thing: 'team',
    thingId: id,
    label: name,
    after: { name, season },
  })
  return readTeam(tx, id)
}

/** Throws `changed_meanwhile` with the team as it is now if somebody else saved it. */
export async function saveTeam(
  tx: Tx,
  caller: OfficeCaller,
  { teamId, version, archived, ...fields }: Input<'save'>,
): Promise<Team> {
  const saved = await lockTeam(tx, caller, teamId)
  await refuseIfChanged(saved, version, () => readTeam(tx, teamId))
  const wasArchived = saved.archivedAt !== null
  if (wasArchived && !archived) await requireRoom(tx, saved.orgId)
  await tx
    .update(teams)
    .set({ ...fields, archivedAt: archived ? (saved.archivedAt ?? tx.now) : null, version: version + 1 })
    .where(eq(teams.id, teamId))
  const what = { thing: 'team', thingId: teamId, label: fields.name } as const
  if (wasArchived !== archived)
    await recordOfficeChange(tx, caller, { ...what, name: archived ? 'team_archived' : 'team_restored' })
  if (saved.name !== fields.name || saved.season !== fields.season)
    await recordOfficeChange(tx, caller, {
      ...what,
      name: 'team_changed',
      before: { name: saved.name, season: saved.season },
      after: fields,
    })
  return readTeam(tx, teamId)
}

/** Adds people of the register from today. Who is in the team stays as they are. */
export async function addTeamPeople(
  tx: Tx,
  caller: OfficeCaller,
  { teamId, role, ...which }: Input<'addPeople'>,
): Promise<Output<typeof calls.addPeople>> {
  const orgId = caller.organisation.id
  const { name } = await lockTeam(tx, caller, teamId)
  const ids = await selectMatchingMembers(tx, caller, which)
  const { rows } = await tx.execute<{ id: string; there: boolean }>(sql`
    select member_id as id, true as there from team_people where team_id = ${teamId}::uuid and (until_on is null or until_on > ${copenhagenToday})`)
  const there = new Set(rows.map(({ id }) => id))
  const added = ids.filter((id) => !there.has(id))
  if (there.size + added.length > MOST_TEAM_PEOPLE) throw new Problem('team_full', { data: { max: MOST_TEAM_PEOPLE } })
  if (added.length === 0) return { added: 0 }
  if (role === 'trainer') refuseOwnTraining(caller, added)
  await tx.execute(sql`
    insert into team_people (id, org_id, team_id, member_id, role, from_on)
    select portal_new_id(), ${orgId}::uuid, ${teamId}::uuid, member_id, ${role}, ${copenhagenToday}
    from unnest(${sql.param(added)}::uuid[]) member_id`)
  await recordOfficeChange(tx, caller, {
    name: 'team_people_added',
    thing: 'team',
    thingId: teamId,
    label: name,
    after: { people: added.length, teamRole: role },
  })
  return { added: added.length }
}

export async function changeTeamRole(
  tx: Tx,
  caller: OfficeCaller,
  { teamId, memberId, role }: Input<'changeRole'>,
): Promise<void> {
  const team = await lockTeam(tx, caller, teamId)
  const person = await requireInTeam(tx, teamId, memberId)
  if (person.role === role) return
  if (role === 'trainer') refuseOwnTraining(caller, [memberId])
  await tx.execute(sql`update team_people set role = ${role} where id = ${person.id}::uuid`)
  await recordOfficeChange(tx, caller, {
    name: 'team_role_changed',
    thing: 'member',
    thingId: memberId,
    label: person.name,
    before: { team: team.name, teamRole: person.role },
    after: { team: team.name, teamRole: role },
  })
}

export async function endTeamPerson(
  tx: Tx,
  caller: OfficeCaller,
  { teamId, memberId }: Input<'endPerson'>,
): Promise<void> {
  const team = await lockTeam(tx, caller, teamId)
  const person = await requireInTeam(tx, teamId, memberId)
  await tx.execute(sql`update team_people set until_on = ${copenhagenToday} where id = ${person.id}::uuid`)
  await recordOfficeChange(tx, caller, {
    name: 'team_person_ended',
    thing: 'member',
    thingId: memberId,
    label: person.name,
    before: { team: team.name, teamRole: person.role },
  })
}

/** Ends somebody's time in all teams of a club on a day. @returns what ended, to restore it if it is stopped */
export async function endTeams(
  tx: Tx,
  { orgId, memberId, day }: { readonly orgId: string; readonly memberId: string; readonly day: string },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update team_people set until_on = greatest(${day}::date, from_on)
    where org_id = ${orgId}::uuid and member_id = ${memberId}::uuid and until_on is null returning id`)
  return rows.map(({ id }) => id)
}

/** Takes back what `endTeams` ended. */
export const restoreTeams = (tx: Tx, ended: readonly string[]) =>
  tx.execute(resumeTeams(sql`id = any(${sql.param([...ended])}::uuid[])`))

/** Takes back what `endTeams` ended on a day that is to come, which is the day of leaving: by hand a team ends today. */
export const stayInTeams = (tx: Tx, { orgId, memberId }: { readonly orgId: string; readonly memberId: string }) =>
  tx.execute(
    resumeTeams(sql`org_id = ${orgId}::uuid and member_id = ${memberId}::uuid and until_on > ${copenhagenToday}`),
  )

/** The marks of a day, today when left out, and of the days with marks before it. */
export async function listAttendance(
  db: Db,
  caller: OfficeCaller,
  { teamId, day }: Input<'attendance'>,
): Promise<Output<typeof calls.attendance>> {
  await requireTeam(db, caller, teamId, 'read')
  const today = copenhagenDate(await portalNow(db))
  const shown = day ?? today
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct day::text from attendance where team_id = ${teamId}::uuid and day <= ${shown}::date order by 1 desc limit ${DAYS + 1}`)
  const days = rows.map((row) => row.day)
  const marks = await selectMarks(
    db,
    sql`team_id = ${teamId}::uuid and day = any(${sql.param([shown, ...days.slice(0, DAYS)])}::date[])
      and member_id in (select member_id from team_people where team_people.team_id = ${teamId}::uuid and ${isInToday})`,
  )
  return { days: days.slice(0, DAYS), marks, today, next: days[DAYS] ?? null }
}

/** The last mark counts; each says who made it, and when. */
export async function markAttendance(
  tx: Tx,
  caller: OfficeCaller,
  { teamId, memberId, day, state }: Input<'mark'>,
): Promise<AttendanceMark> {
  await requireTeam(tx, caller, teamId, 'write')
  await requireInTeam(tx, teamId, memberId)
  if (day > copenhagenDate(tx.now)) throw new Problem('day_out_of_range')
  const ofDay = and(eq(attendance.teamId, teamId), eq(attendance.memberId, memberId), eq(attendance.day, day))
  if (state === null) await tx.delete(attendance).where(ofDay)
  else {
    const mark = { state, byId: caller.actor.actorId, at: tx.now }
    await tx
      .insert(attendance)
      .values({ orgId: caller.organisation.id, teamId, memberId, day, ...mark })
      .onConflictDoUpdate({ target: [attendance.teamId, attendance.day, attendance.memberId], set: mark })
  }
  const [mark] = await selectMarks(
    tx,
    sql`team_id = ${teamId}::uuid and member_id = ${memberId}::uuid and day = ${day}::date`,
  )
  return mark ?? { memberId, day, state: null, by: '', at: tx.now.toISOString() }
}

export async function listTeamsOfPerson(
  db: Db,
  { organisation }: OfficeCaller,
  { memberId }: Input<'ofPerson'>,
): Promise<Output<typeof calls.ofPerson>> {
  await requireMemberOf(db, organisation.id, memberId)
  const { rows } = await db.execute<Output<typeof calls.ofPerson>[number]>(sql`
    select teams.id, teams.name, teams.season, role from team_people join teams on teams.id = team_id
    where team_people.org_id = ${organisation.id}::uuid and member_id = ${memberId}::uuid and teams.archived_at is null and ${isInToday}
    order by danish_order(teams.name), teams.id`)
  return rows
}

async function selectTeams(db: Reader, where: SQL): Promise<Team[]> {
  const { rows } = await db.execute<Team & Record<string, unknown>>(sql`
    select teams.id, teams.version, teams.name, teams.season, teams.archived_at is not null as archived, count(member_id)::int as people,
      coalesce(array_agg(${fullNameOf('members')} order by name_to_sort(first_name, last_name)) filter (where there.role = 'trainer'), '{}') as trainers
    from teams left join (
      select team_id, member_id, role from team_people join members on members.id = member_id where ${isInToday} and merged_into is null
    ) there on there.team_id = teams.id
    left join members on members.id = there.member_id
    where ${where} group by teams.id order by teams.archived_at is not null, danish_order(teams.name), teams.season desc, teams.id limit 2000`)
  return rows
}

const readTeam = async (db: Reader, id: string): Promise<Team> =>
  (await selectTeams(db, sql`teams.id = ${id}::uuid`))[0]!

export async function requireTeam(
  db: Reader,
  caller: OfficeCaller,
  teamId: string,
  use: 'read' | 'write',
): Promise<Team> {
  const [team] = await selectTeams(db, sql`teams.id = ${teamId}::uuid and ${seenBy(caller, use)}`)
  if (!team) throw new Problem('team_not_found')
  return team
}

async function lockTeam(tx: Tx, { organisation }: OfficeCaller, teamId: string) {
  const [team] = await tx
    .select()
    .from(teams)
    .where(and(eq(teams.id, teamId), eq(teams.orgId, organisation.id)))
    .for('update')
  if (!team) throw new Problem('team_not_found')
  return team
}

/** Of two who make the last one at once, the second waits for the first. */
async function requireRoom(tx: Tx, orgId: string): Promise<void> {
  await tx.execute(sql`select from organisations where id = ${orgId}::uuid for no key update`)
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from teams where org_id = ${orgId}::uuid and archived_at is null`,
  )
  if (rows[0]!.count >= MOST_TEAMS) throw new Problem('too_many_teams', { data: { max: MOST_TEAMS } })
}

async function requireInTeam(db: Reader, teamId: string, memberId: string) {
  const { rows } = await db.execute<{ id: string; role: TeamPerson['role']; name: string }>(sql`
    select team_people.id, role, ${fullNameOf('members')} as name from team_people join members on members.id = member_id
    where team_id = ${teamId}::uuid and member_id = ${memberId}::uuid and ${isInToday} order by from_on desc limit 1`)
  if (!rows[0]) throw new Problem('not_found')
  return rows[0]
}

interface PersonRow extends Omit<TeamPerson, 'age'> {
  readonly born: string | null
}

/**
 * Who is in a team today. A child has the one who looks after it: whoever has it as a participant, else an adult of the family, who may be
 * anybody that it is linked with.
 */
async function selectPeople(db: Reader, teamId: string): Promise<PersonRow[]> {
  const { rows } = await db.execute<PersonRow & Record<string, unknown>>(sql`
    select members.id as "memberId", ${fullNameOf('members')} as name, date_of_birth::text as born, role,
      (select json_build_object('name', ${fullNameOf('guardians')}, 'phone', guardians.phone)
        from people_in_reach reach join members guardians on guardians.id = reach.actor_id
        where reach.member_id = members.id and not reach.archived
          and (reach.acting_as = 'participant' or extract(year from age(${copenhagenToday}, guardians.date_of_birth)) >= 18)
          and (members.parent_id is not null or extract(year from age(${copenhagenToday}, members.date_of_birth)) < 18)
        order by reach.acting_as, guardians.id limit 1) as guardian,
      coalesce(days, 0) as days, coalesce(came, 0) as came
    from team_people join members on members.id = member_id
    left join (
      select member_id, count(*)::int as days, (count(*) filter (where state = 'came'))::int as came
      from attendance where team_id = ${teamId}::uuid group by member_id
    ) marks on marks.member_id = members.id
    where team_id = ${teamId}::uuid and ${isInToday} and merged_into is null
    order by role = 'player', role = 'helper', name_to_sort(first_name, last_name), members.id limit ${MOST_TEAM_PEOPLE}`)
  return rows
}

const present = ({ born, ...person }: PersonRow, today: string): TeamPerson => ({
  ...person,
  age: born === null ? null : ageOn(today, born),
})

async function selectMarks(db: Reader, where: SQL): Promise<AttendanceMark[]> {
  const { rows } = await db.execute<Omit<AttendanceMark, 'at'> & { at: Date }>(sql`
    select marks.member_id as "memberId", day::text, state, ${fullNameOf('members')} as by, at
    from (select * from attendance where ${where}) marks join members on members.id = by_id
    order by day desc, member_id`)
  return rows.map(({ at, ...mark }) => ({ ...mark, at: new Date(at).toISOString() }))
}
