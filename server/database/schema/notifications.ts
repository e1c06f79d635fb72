import { boolean, index, integer, jsonb, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    messageThreadId: uuid('message_thread_id'),
    /** A member. No foreign key: for a hundred thousand rows the checks take a fifth of the insert's time. */
    receiverId: uuid('receiver_id').notNull(),
    /** Null for the portal itself. */
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
    /** In Danish, when the portal wrote it. */
    danish: jsonb('danish').$type<{ title: string; message: string }>(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    read: boolean('read').notNull().default(false),
    createdAt: writtenAt('created_at'),
    readDate: moment('read_date'),
    /** When what it is about was settled or over, where that and not the receiver marked it as read. */
    settledAt: moment('settled_at'),
    /** When the receiver deleted it; they can restore it for a day. */
    deletedAt: moment('deleted_at'),
    /** Unique key of the cause, so that a repeated one inserts nothing. */
    onceKey: text('once_key'),
    /** The broadcast it belongs to; each receiver gets one. */
    fanOutId: uuid('fan_out_id'),
  },
  (table) => [
    // Ordered by time: no other index has that order, so that no plan scans everybody's notifications.
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

/** A broadcast to many members. Their notifications reference it; their mails are sent in batches. */
export const fanOuts = pgTable('fan_outs', {
  id: id(),
  onceKey: text('once_key').notNull().unique(),
  template: text('template').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  /** The last receiver, by id, whose mail was queued. */
  mailedUpTo: uuid('mailed_up_to'),
  createdAt: writtenAt('created_at'),
})

/** A mail or WhatsApp message. The row is written in the transaction that causes it; a job sends it. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    channel: text('channel', { enum: ['mail', 'whatsapp'] })
      .notNull()
      .default('mail'),
    onceKey: text('once_key').notNull().unique(),
    template: text('template').notNull(),
    /** The receiver. */
    memberId: uuid('member_id').references(() => members.id),
    /** The broadcast it belongs to. */
    fanOutId: uuid('fan_out_id'),
    /** The template's input: ids, not copies of personal data. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /**
     * `sending`: being sent on a channel where a retry would be a duplicate, so only the sending job may finish it. `unwanted`: the
     * receiver has turned this kind off for this channel.
     */
    status: text('status', { enum: ['waiting', 'sending', 'sent', 'failed', 'unwanted'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** The last error of the mail server or WhatsApp, without addresses. */
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
    index('messages_member')
      .on(table.memberId, table.createdAt)
      .where(sql`member_id is not null`),
    index('messages_failed')
      .on(table.id)
      .where(sql`status = 'failed'`),
  ],
)

/** A member's choices. The defaults are in `message-kinds.ts`. */
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
