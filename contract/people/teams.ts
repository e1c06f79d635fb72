import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { SensitiveAnswers } from '../events/registrations.ts'
import { chosenRows, requireSelection } from '../filters.ts'
import { LocalTitle } from '../local-text.ts'
import { memberListQuery } from '../memberships/club-members.ts'
import { Id, integer, LocalDate, Moment, requiredLine, SeenVersion, singleLine, text } from '../values.ts'

/** Teams of a club that are not archived, and people of one team, at most. */
export const MOST_TEAMS = 200
export const MOST_TEAM_PEOPLE = 500

export const teamRoles = ['player', 'helper', 'trainer'] as const
export const TeamRole = z.enum(teamRoles)
export type TeamRole = z.infer<typeof TeamRole>

export const attendanceStates = ['came', 'absent', 'excused'] as const
export const AttendanceState = z.enum(attendanceStates)
export type AttendanceState = z.infer<typeof AttendanceState>

/** A team as its trainers see it. */
export const Team = z.object({
  id: Id,
  version: integer(1),
  name: text(80),
  /** As the club writes it: *2026/27*. */
  season: text(40),
  archived: z.boolean(),
  /** Who is in it today, and the names of its trainers. */
  people: integer(0),
  trainers: z.array(text(200)).check(z.maxLength(MOST_TEAM_PEOPLE)),
})
export type Team = z.infer<typeof Team>

/** Somebody in a team: all that a trainer sees of them. */
export const TeamPerson = z.object({
  memberId: Id,
  name: text(200),
  age: z.nullable(integer()),
  role: TeamRole,
  /** Of a child: who looks after it. */
  guardian: z.nullable(z.object({ name: text(200), phone: text(60) })),
  /** Marks of all days, and those with *came*. */
  days: integer(0),
  came: integer(0),
})
export type TeamPerson = z.infer<typeof TeamPerson>

/** An event at which people of a team have places, and whose sensitive answers their trainers may read until a moment. */
export const EventForTrainers = z.object({
  eventId: Id,
  title: LocalTitle,
  startDate: Moment,
  until: Moment,
  people: integer(1),
})
export type EventForTrainers = z.infer<typeof EventForTrainers>

export const TeamDetail = z.object({ ...Team.shape, members: z.array(TeamPerson).check(z.maxLength(MOST_TEAM_PEOPLE)) })
export type TeamDetail = z.infer<typeof TeamDetail>

/** A mark of one person on one day. Null: not marked. The last one counts. */
export const AttendanceMark = z.object({
  memberId: Id,
  day: LocalDate,
  state: z.nullable(AttendanceState),
  /** Who marked it last, and when. */
  by: text(200),
  at: Moment,
})
export type AttendanceMark = z.infer<typeof AttendanceMark>

/** The days with marks, newest first, and the marks of everybody who is in the team. */
export const Attendance = z.object({
  days: z.array(LocalDate).check(z.maxLength(12)),
  marks: z.array(AttendanceMark).check(z.maxLength(13 * MOST_TEAM_PEOPLE)),
  today: LocalDate,
  /** The first day of the next page. */
  next: z.nullable(LocalDate),
})

export const TeamAdded = z.object({ added: integer(0) })

export const TeamOfPerson = z.object({ id: Id, name: text(80), season: text(40), role: TeamRole })

const fields = { name: requiredLine(80), season: singleLine(40) }
const params = z.object({ orgId: Id })
const one = z.object({ orgId: Id, teamId: Id })
const person = z.object({ orgId: Id, teamId: Id, memberId: Id })
const path = `${orgApi}/org/{orgId}/office/team`
const { sort: _, ...which } = memberListQuery
const refusals = ['organisation_not_found', 'team_not_found'] as const

/** A club's teams: for its office all of them, for a trainer those they train. */
export const teams = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary: 'The teams of a club, by name; a trainer gets their own that are not archived',
    params,
    output: z.array(Team).check(z.maxLength(2000)),
    errors: ['organisation_not_found'],
  }),
  show: endpoint({
    method: 'GET',
    path: `${path}/{teamId}/item`,
    summary: 'Who is in a team today, with age, guardian and attendance; a trainer sees nothing else of people',
    params: one,
    output: TeamDetail,
    errors: [...refusals],
  }),
  add: endpoint({
    method: 'POST',
    path: `${path}/item`,
    summary: `Makes a team; a club has ${MOST_TEAMS} at most that are not archived`,
    params,
    body: z.object(fields),
    output: Team,
    errors: ['organisation_not_found', 'too_many_teams'],
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/{teamId}/item`,
    summary: 'Changes name and season of a team, archives it or takes it back',
    params: one,
    body: z.object({ ...fields, archived: z.boolean(), ...SeenVersion.shape }),
    output: Team,
    errors: [...refusals, 'changed_meanwhile', 'too_many_teams'],
  }),
  addPeople: endpoint({
    method: 'POST',
    path: `${path}/{teamId}/people`,
    summary: 'Adds people of the register to a team from today. Who is in it already stays as they are',
    params: one,
    body: z.object({ role: TeamRole, ...which, ...chosenRows }).check(requireSelection()),
    output: TeamAdded,
    errors: [...refusals, 'day_out_of_range', 'team_full', 'role_not_yours'],
  }),
  changeRole: endpoint({
    method: 'PUT',
    path: `${path}/{teamId}/people/{memberId}/role`,
    summary: 'Changes what somebody is in a team. Who no longer trains it no longer sees it, at once',
    params: person,
    body: z.object({ role: TeamRole }),
    output: null,
    errors: [...refusals, 'not_found', 'role_not_yours'],
  }),
  endPerson: endpoint({
    method: 'DELETE',
    path: `${path}/{teamId}/people/{memberId}/item`,
    summary: "Ends somebody's time in a team today. Their attendance is kept",
    params: person,
    output: null,
    errors: [...refusals, 'not_found'],
  }),
  attendance: endpoint({
    method: 'GET',
    path: `${path}/{teamId}/attendance`,
    summary: 'Who came to a team on its last 12 days before a day, and on that day',
    params: one,
    query: z.object({ day: z.optional(LocalDate) }),
    output: Attendance,
    errors: [...refusals],
  }),
  mark: endpoint({
    method: 'POST',
    path: `${path}/{teamId}/people/{memberId}/attendance`,
    summary: 'Marks whether somebody came on a day, up to today. Of several, the last counts; null takes it away',
    params: person,
    body: z.object({ day: LocalDate, state: z.nullable(AttendanceState) }),
    output: AttendanceMark,
    errors: [...refusals, 'not_found', 'day_out_of_range'],
  }),
  events: endpoint({
    method: 'GET',
    path: `${path}/{teamId}/events`,
    summary:
      'Events with sensitive questions for trainers at which people of the team have places, from 7 days before until 2 days after; none for others than its trainers',
    params: one,
    output: z.array(EventForTrainers).check(z.maxLength(50)),
    errors: [...refusals],
  }),
  sensitiveAnswers: endpoint({
    method: 'POST',
    path: `${path}/{teamId}/event/{eventId}/sensitive-answers`,
    summary:
      "What people of a team answered to an event's sensitive questions, for its trainers, where the question says so, around the event; each reading is in the club's history",
    params: z.object({ orgId: Id, teamId: Id, eventId: Id }),
    output: SensitiveAnswers,
    errors: [...refusals, 'event_not_found'],
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/person/{memberId}/teams`,
    summary: 'The teams in which somebody is today',
    params: z.object({ orgId: Id, memberId: Id }),
    output: z.array(TeamOfPerson).check(z.maxLength(2000)),
    errors: ['organisation_not_found', 'not_found'],
  }),
}
