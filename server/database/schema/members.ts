import { languages } from '#contract/values.ts'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from '../sql.ts'
import { organisations } from './organisations.ts'
import { bytea, id, moment, writtenAt } from './columns.ts'

/** A person, shared by all organisations. A participant when `parentId` names the member who manages them. */
export const members = pgTable(
  'members',
  {
    id: id(),
    parentId: uuid('parent_id').references((): AnyPgColumn => members.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Lower case. */
    email: text('email'),
    phone: text('phone').notNull().default(''),
    gender: text('gender', { enum: ['female', 'male', 'other', ''] })
      .notNull()
      .default(''),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    profileImage: text('profile_image'),
    addressLine1: text('address_line1').notNull().default(''),
    addressLine2: text('address_line2').notNull().default(''),
    addressLine3: text('address_line3').notNull().default(''),
    city: text('city').notNull().default(''),
    postCode: text('post_code').notNull().default(''),
    country: text('country').notNull().default(''),
    enabled: boolean('enabled').notNull().default(true),
    /** Unused; clubs' notes are in `clubNotes`. */
    formerComments: text('comments').notNull().default(''),
    /** Chosen in their profile. See `languageOf`. */
    language: text('language', { enum: languages }),
    /** The one in which they last used the portal. */
    usedLanguage: text('used_language', { enum: languages }),
    /** When a participant was archived. */
    archivedAt: moment('archived_at'),
    /** Whom this person was merged into: the one who is kept. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => members.id),
    /** Names, e-mail address and phone as searches compare them. */
    folded: text('folded')
      .notNull()
      .generatedAlwaysAs(
        sql`search_fold(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || phone)`,
      ),
    /** First and last name in Danish order. */
    listed: text('listed')
      .notNull()
      .generatedAlwaysAs(sql`danish_order(first_name) || E'\\n' || danish_order(last_name)`),
    registrationDate: writtenAt('registration_date'),
    updateDate: writtenAt('update_date'),
  },
  (table) => [
    uniqueIndex('members_email')
      .on(table.email)
      .where(sql`email is not null`),
    index('members_parent')
      .on(table.parentId)
      .where(sql`parent_id is not null`),
    index('members_merged')
      .on(table.mergedInto)
      .where(sql`merged_into is not null`),
    index('members_search').using('gin', table.folded.op('gin_trgm_ops')),
    index('members_letters').using('gin', sql`(portal_pairs(folded) || string_to_array(folded, null))`),
    index('members_listed').on(table.listed, table.id),
  ],
)

/** A profile image, small, square and without metadata. In its own table, so that member rows stay small. */
export const memberImages = pgTable(
  'member_images',
  {
    memberId: uuid('member_id')
      .primaryKey()
      .references(() => members.id),
    contentType: text('content_type').notNull(),
    bytes: bytea('bytes').notNull(),
    /** Where the bytes are in the bucket; those here are empty then. */
    bucketKey: text('bucket_key'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    index('member_images_in_bucket')
      .on(table.bucketKey)
      .where(sql`bucket_key is not null`),
  ],
)

/** Of the version before: triggers keep it and the notes that are comments in step. */
export const memberComments = pgTable(
  'member_comments',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.orgId] })],
)

/** A sign-in: issuer and subject identify a member for good, even when the e-mail address changes. */
export const memberIdentities = pgTable(
  'member_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** Realm roles at the last sign-in. Used to route messages and to refuse, never to grant. */
    rolesSeen: jsonb('roles_seen').$type<string[]>().notNull().default([]),
    firstSeenAt: writtenAt('first_seen_at'),
    lastSeenAt: moment('last_seen_at')
      .notNull()
      .default(sql`portal_now()`),
    /** By the primary's own clock, to the microsecond: a replica that is not as new does not answer them. Null without a replica. */
    wroteAt: timestamp('wrote_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('member_identities_member').on(table.memberId),
  ],
)

/** An invitation between two members. Once approved, each may act for the other and the other's participants. */
export const familyInvitations = pgTable(
  'family_invitations',
  {
    id: id(),
    inviterId: uuid('inviter_id')
      .notNull()
      .references(() => members.id),
    inviteeId: uuid('invitee_id').references(() => members.id),
    inviteeEmail: text('invitee_email').notNull(),
    familyId: uuid('family_id').notNull(),
    status: text('status', { enum: ['pending', 'approved', 'rejected', 'ended'] })
      .notNull()
      .default('pending'),
    createdAt: writtenAt('created_at'),
    answeredAt: moment('answered_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('family_invitations_pending')
      .on(table.inviterId, table.inviteeEmail)
      .where(sql`status = 'pending'`),
    uniqueIndex('family_invitations_approved')
      .on(sql`least(inviter_id, invitee_id)`, sql`greatest(inviter_id, invitee_id)`)
      .where(sql`status = 'approved'`),
    index('family_invitations_unclaimed')
      .on(table.inviteeEmail)
      .where(sql`status = 'pending' and invitee_id is null`),
    index('family_invitations_inviter').on(table.inviterId),
    index('family_invitations_invitee').on(table.inviteeId),
  ],
)

/** Prompts of the first page that somebody dismissed: `joining`, or the id of a membership that ended. */
export const dismissals = pgTable(
  'dismissals',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    about: text('about').notNull(),
    /** The season that was offered, if any. */
    seasonId: uuid('season_id'),
    at: writtenAt('at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.about] })],
)

/** Who was erased: ids only, applied again after a restore. */
export const erasures = pgTable(
  'erasures',
  {
    memberId: uuid('member_id').primaryKey(),
    erasedAt: writtenAt('erased_at'),
    /** Hashes of their sign-ins, for a day: a page that is still open must not make them a member again. */
    signIns: text('sign_ins').array().notNull().default([]),
  },
  (table) => [
    index('erasures_sign_ins')
      .using('gin', table.signIns)
      .where(sql`sign_ins <> '{}'`),
  ],
)
