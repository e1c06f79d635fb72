import { languages } from '#contract/values.ts'
import { index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { bytea, id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

const orgId = () =>
  uuid('org_id')
    .notNull()
    .references(() => organisations.id)

/** A question of a member or a visitor to a club, and its conversation. */
export const threads = pgTable(
  'threads',
  {
    id: id(),
    orgId: orgId(),
    /** Null for a visitor, who gives a name and an address. */
    memberId: uuid('member_id').references(() => members.id),
    visitorName: text('visitor_name'),
    visitorEmail: text('visitor_email'),
    visitorLanguage: text('visitor_language', { enum: languages }),
    subject: text('subject').notNull(),
    state: text('state', { enum: ['open', 'answered', 'closed'] })
      .notNull()
      .default('open'),
    /** The name of what the asker was looking at. */
    topicKind: text('topic_kind', { enum: ['event', 'membership'] }),
    topicId: uuid('topic_id'),
    topicTitle: text('topic_title'),
    createdAt: writtenAt('created_at'),
    lastAt: writtenAt('last_at'),
    /** When it last became the club's turn. */
    waitingSince: writtenAt('waiting_since'),
    /** The beginning of the last message, in one line. */
    preview: text('preview').notNull().default(''),
    /** The last of the club's people to write. */
    answeredBy: text('answered_by'),
    /** Subject, asker and messages; folded by a trigger. */
    search: text('search').notNull().default(''),
  },
  (table) => [
    index('threads_of_member')
      .on(table.memberId, table.lastAt, table.id)
      .where(sql`member_id is not null`),
    index('threads_of_org').on(table.orgId, table.state, table.lastAt, table.id),
    index('threads_newest').on(table.orgId, table.lastAt, table.id),
    index('threads_waiting')
      .on(table.orgId, table.waitingSince, table.id)
      .where(sql`state = 'open'`),
    index('threads_search').using('gin', table.orgId, table.search.op('gin_trgm_ops')),
    index('threads_of_visitors')
      .on(table.lastAt)
      .where(sql`visitor_email <> ''`),
  ],
)

export const threadMessages = pgTable(
  'thread_messages',
  {
    id: id(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    sender: text('sender', { enum: ['asker', 'club'] }).notNull(),
    /** Null for a visitor. */
    memberId: uuid('member_id').references(() => members.id),
    author: text('author').notNull(),
    text: text('text').notNull(),
    /** Hash of the browser's token, so that a repeated request writes one message. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: writtenAt('created_at'),
  },
  (table) => [index('thread_messages_of_thread').on(table.threadId, table.createdAt, table.id)],
)

/** Files. They belong to no message until it is sent. */
export const threadAttachments = pgTable(
  'thread_attachments',
  {
    id: id(),
    messageId: uuid('message_id').references(() => threadMessages.id),
    position: integer('position'),
    /** The owner: a member, or the holder of a pass. */
    memberId: uuid('member_id').references(() => members.id),
    passHash: text('pass_hash'),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    bytes: bytea('bytes').notNull(),
    /** Where the bytes are in the bucket; those here are empty then. */
    bucketKey: text('bucket_key'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    index('thread_attachments_in_bucket')
      .on(table.bucketKey)
      .where(sql`bucket_key is not null`),
    index('thread_attachments_of_message')
      .on(table.messageId, table.position)
      .where(sql`message_id is not null`),
    index('thread_attachments_unsent')
      .on(table.createdAt)
      .where(sql`message_id is null`),
  ],
)

/** An office's internal notes, in their own table so that no query of messages can return one. */
export const threadNotes = pgTable(
  'thread_notes',
  {
    id: id(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    author: text('author').notNull(),
    text: text('text').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: writtenAt('created_at'),
  },
  (table) => [index('thread_notes_of_thread').on(table.threadId, table.createdAt, table.id)],
)

/** Until when somebody has read a thread. */
export const threadReads = pgTable(
  'thread_reads',
  {
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ name: 'thread_reads_pk', columns: [table.threadId, table.memberId] })],
)

/** A club's templates for frequent answers. */
export const answerTemplates = pgTable(
  'answer_templates',
  {
    id: id(),
    orgId: orgId(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    updatedAt: writtenAt('updated_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [uniqueIndex('answer_templates_title').on(table.orgId, sql`lower(title)`)],
)

/** Members who were a club's admins at their last sign-in: they get its office's notifications. Grants nothing. */
export const organisationAdmins = pgTable(
  'organisation_admins',
  {
    orgId: orgId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    seenAt: writtenAt('seen_at'),
  },
  (table) => [
    primaryKey({ name: 'organisation_admins_pk', columns: [table.orgId, table.memberId] }),
    index('organisation_admins_of_member').on(table.memberId),
  ],
)

/** Visitors' passes. Each costs one challenge and is good for one message. */
export const contactPasses = pgTable(
  'contact_passes',
  {
    saltHash: text('salt_hash').primaryKey(),
    passHash: text('pass_hash').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('contact_passes_expired').on(table.expiresAt)],
)
