import { languages } from '#contract/values.ts'
import type { HistoryThing, OfficeEvent } from '#contract/audit/history.ts'
import type { GrantedRole, OfficeRole } from '#contract/office/scopes.ts'
import { boolean, index, integer, jsonb, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

const orgId = () =>
  uuid('org_id')
    .notNull()
    .references(() => organisations.id)

/** Who works in a club's office, in which roles. */
export const officeGrants = pgTable(
  'office_grants',
  {
    id: id(),
    orgId: orgId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    roles: text('roles').array().$type<GrantedRole[]>().notNull(),
    grantedBy: uuid('granted_by').references(() => members.id),
    grantedAt: writtenAt('granted_at'),
    /** Why an operator looks, and until when. */
    reason: text('reason'),
    endsAt: moment('ends_at'),
    revokedAt: moment('revoked_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('office_grants_live')
      .on(table.orgId, table.memberId, sql`('look' = any (roles))`)
      .where(sql`revoked_at is null`),
    index('office_grants_member')
      .on(table.memberId)
      .where(sql`revoked_at is null`),
  ],
)

/** Invitations to a club's office by e-mail. */
export const officeInvitations = pgTable(
  'office_invitations',
  {
    id: id(),
    orgId: orgId(),
    email: text('email').notNull(),
    roles: text('roles').array().$type<OfficeRole[]>().notNull(),
    language: text('language', { enum: languages }).notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => members.id),
    invitedAt: writtenAt('invited_at'),
    expiresAt: moment('expires_at').notNull(),
    acceptedBy: uuid('accepted_by').references(() => members.id),
    acceptedAt: moment('accepted_at'),
    withdrawnAt: moment('withdrawn_at'),
    /** Why an operator invites. */
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('office_invitations_open')
      .on(table.orgId, table.email)
      .where(sql`accepted_at is null and withdrawn_at is null`),
  ],
)

/** Actions of offices and operators. A trigger refuses changes. */
export const officeHistory = pgTable(
  'office_history',
  {
    id: id(),
    at: writtenAt('at'),
    /** Null for what concerns no club. */
    orgId: uuid('org_id').references(() => organisations.id),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => members.id),
    byOperator: boolean('by_operator').notNull().default(false),
    name: text('name').$type<OfficeEvent>().notNull(),
    thing: text('thing').$type<HistoryThing>().notNull(),
    thingId: text('thing_id'),
    /** The subject's name at that time. */
    label: text('label').notNull().default(''),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    reason: text('reason'),
  },
  (table) => [
    index('office_history_org').on(table.orgId, table.id),
    index('office_history_thing').on(table.orgId, table.thing, table.thingId, table.id),
    index('office_history_by_operator')
      .on(table.id)
      .where(sql`${table.byOperator}`),
  ],
)

/** How far a new club is. */
export const clubStarts = pgTable('club_starts', {
  orgId: uuid('org_id')
    .primaryKey()
    .references(() => organisations.id),
  /** Who asked to go live, and when; null when nobody has. */
  askedBy: uuid('asked_by').references(() => members.id),
  askedAt: moment('asked_at'),
  receiptSeenAt: moment('receipt_seen_at'),
  /** The first steps are not shown any more. */
  dismissedAt: moment('dismissed_at'),
})
