import { attendanceStates, teamRoles } from '#contract/people/teams.ts'
import { date, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

const orgId = () =>
  uuid('org_id')
    .notNull()
    .references(() => organisations.id)
const teamId = () =>
  uuid('team_id')
    .notNull()
    .references(() => teams.id)
const memberId = () =>
  uuid('member_id')
    .notNull()
    .references(() => members.id)

export const teams = pgTable(
  'teams',
  {
    id: id(),
    orgId: orgId(),
    name: text('name').notNull(),
    season: text('season').notNull().default(''),
    archivedAt: moment('archived_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [index('teams_org').on(table.orgId)],
)

/** Who is in a team. Whoever comes back gets another row. */
export const teamPeople = pgTable(
  'team_people',
  {
    id: id(),
    orgId: orgId(),
    teamId: teamId(),
    memberId: memberId(),
    role: text('role', { enum: teamRoles }).notNull(),
    fromOn: date('from_on', { mode: 'string' }).notNull(),
    /** The day from which they are not in it. */
    untilOn: date('until_on', { mode: 'string' }),
  },
  (table) => [
    uniqueIndex('team_people_open')
      .on(table.teamId, table.memberId)
      .where(sql`until_on is null`),
    index('team_people_member').on(table.memberId, table.orgId),
    index('team_people_org').on(table.orgId),
  ],
)

/** Who came to a team on a day. The last mark counts. */
export const attendance = pgTable(
  'attendance',
  {
    orgId: orgId(),
    teamId: teamId(),
    memberId: memberId(),
    day: date('day', { mode: 'string' }).notNull(),
    state: text('state', { enum: attendanceStates }).notNull(),
    byId: uuid('by_id')
      .notNull()
      .references(() => members.id),
    at: writtenAt('at'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.day, table.memberId] }),
    index('attendance_member').on(table.memberId),
    index('attendance_org').on(table.orgId),
    index('attendance_by').on(table.byId),
  ],
)
