import type { Output, Parsed } from '#contract/endpoint.ts'
import type { teams as calls } from '#contract/people/teams.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { readAnswersForTrainers, selectEventsForTrainers } from '#server/domains/events/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isInToday, requireTeam, trainedBy } from './teams.ts'

type Input<Call extends keyof typeof calls> = Omit<Parsed<(typeof calls)[Call]>, 'orgId'>

/** Events whose sensitive answers the team's trainers may read now; none for anybody else. */
export async function listTeamEvents(
  db: Db,
  caller: OfficeCaller,
  { teamId }: Input<'events'>,
): Promise<Output<typeof calls.events>> {
  const [team] = await Promise.all([findTrained(db, caller, teamId), requireTeam(db, caller, teamId, 'read')])
  return team ? selectEventsForTrainers(db, caller.organisation.id, team.memberIds) : []
}

/** Answers of a team's people to an event's sensitive questions, for those who train it themselves. */
export async function readTeamAnswers(
  secrets: Secrets,
  tx: Tx,
  caller: OfficeCaller,
  { teamId, eventId }: Input<'sensitiveAnswers'>,
): Promise<Output<typeof calls.sensitiveAnswers>> {
  const team = await findTrained(tx, caller, teamId)
  if (!team) throw new Problem('team_not_found')
  return readAnswersForTrainers(secrets, tx, caller, { eventId, ...team })
}

/** A team with its people of today, if the caller trains it themselves, not for somebody else. */
async function findTrained(db: Reader, caller: OfficeCaller, teamId: string) {
  const { rows } = await db.execute<{ team: string; memberIds: string[] }>(sql`
    select name as team, array(select member_id from team_people where team_id = teams.id and ${isInToday}) as "memberIds"
    from teams where id = ${teamId}::uuid and ${trainedBy(caller, caller.actor.actorId)}`)
  return rows[0]
}
