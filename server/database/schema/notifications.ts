import { boolean, index, integer, jsonb, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    messageThreadId: uuid('message_thread_id'),
    /** A member, without a foreign key: checked one by one, a hundred thousand of them take a fifth of the statement's time. */
    receiverId: uuid('receiver_id').notNull(),
    /** Null when the portal itself writes. */
    senderId: uuid('sender_id').references(() => members.id),
    type: text('type', {
      enum: [
        'FAMILY_LINK_REQUEST',
        'MEMBERSHIP_RENEW',
        'ORDER_READY',
        'PAYMENT_RECEIVED',
        'EVENT_REGISTRATION',
        'CONTACT_US',
        'CONTACT_US_REPLY',
      ],
    }).notNull(),
    /** In English, or as a person wrote it. */
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** The same in Danish where the portal wrote it. */
    danish: jsonb('danish').$type<{ title: string; message: string }>(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    read: boolean('read').notNull().default(false),
    createdAt: writtenAt('created_at'),
    readDate: moment('read_date'),
    /** Deleted by its receiver, who may bring it back for a day. */
    deletedAt: moment('deleted_at'),
    /** What it is about, once: a repeated cause writes no second row. */
    onceKey: text('once_key'),
    /** One of many that one cause tells, once each. */
    fanOutId: uuid('fan_out_id'),
  },
  (table) => [
    // By time and not by id alone: no other index has that order, so that no plan walks through everybody's.
    index('notifications_receiver')
      .on(table.receiverId, table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    index('notifications_unread')
      .on(table.receiverId, table.createdAt, table.id)
      .where(sql`not read and deleted_at is null`),
    uniqueIndex('notifications_once_key')
      .on(table.onceKey)
      .where(sql`once_key is not null`),
    uniqueIndex('notifications_fan_out')
      .on(table.fanOutId, table.receiverId)
      .where(sql`fan_out_id is not null`),
    index('notifications_deleted')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
)

/** What one cause tells many members: their notifications name it, their mails follow in parts. */
export const fanOuts = pgTable('fan_outs', {
  id: id(),
  onceKey: text('once_key').notNull().unique(),
  template: text('template').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  /** The last receiver, by id, whose mail was asked for. */
  mailedUpTo: uuid('mailed_up_to'),
  createdAt: writtenAt('created_at'),
})

/** A mail or WhatsApp message that is to be sent, or was: the intent is written with what causes it, the sending is a job. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    channel: text('channel', { enum: ['mail', 'whatsapp'] })
      .notNull()
      .default('mail'),
    onceKey: text('once_key').notNull().unique(),
    template: text('template').notNull(),
    /** Whom it goes to. */
    memberId: uuid('member_id').references(() => members.id),
    /** One of many that one cause sends. */
    fanOutId: uuid('fan_out_id'),
    /** What the template needs to build the message: ids, not copies of personal data. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /**
     * `sending`: handed over where a repeat would be seen twice; only its own sender knows what became of it. `unwanted`: its
     * receiver does not want this kind by this channel.
     */
    status: text('status', { enum: ['waiting', 'sending', 'sent', 'failed', 'unwanted'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** What the mail server or WhatsApp said last, without addresses. */
    error: text('error').notNull().default(''),
    createdAt: writtenAt('created_at'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('messages_waiting')
      .on(table.createdAt)
      .where(sql`status in ('waiting', 'sending')`),
    index('messages_to_club')
      .on(sql`(data->>'orgId')`, table.createdAt)
      .where(sql`template = 'contact-asked'`),
    index('messages_failed')
      .on(table.id)
      .where(sql`status = 'failed'`),
  ],
)

/** What a member chose; what is not here is as `message-kinds.ts` has it. */
export const messagePreferences = pgTable(
  'message_preferences',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    kind: text('kind', { enum: ['account', 'payments', 'memberships', 'events', 'family', 'contact'] }).notNull(),
    channel: text('channel', { enum: ['mail', 'whatsapp'] }).notNull(),
    wanted: boolean('wanted').notNull(),
    updatedAt: writtenAt('updated_at'),
  },
  (table) => [primaryKey({ name: 'message_preferences_pk', columns: [table.memberId, table.kind, table.channel] })],
)
