import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    messageThreadId: uuid('message_thread_id'),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => members.id),
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
    onceKey: text('once_key').unique(),
  },
  (table) => [
    index('notifications_receiver')
      .on(table.receiverId, table.id)
      .where(sql`deleted_at is null`),
    index('notifications_unread')
      .on(table.receiverId, table.id)
      .where(sql`not read and deleted_at is null`),
    index('notifications_deleted')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
)

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
    /** Whom it goes to; what it is about, as they choose in their preferences. */
    memberId: uuid('member_id').references(() => members.id),
    kind: text('kind', { enum: ['account', 'payments', 'memberships', 'events', 'family', 'contact'] }),
    /** The same for all messages that one cause sends to many. */
    fanOutKey: text('fan_out_key'),
    /** What the template needs to build the message: ids, not copies of personal data. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /**
     * `planned`: one of many, its job comes with a later part. `sending`: handed over where a repeat would be seen twice;
     * only its own sender knows what became of it. `unwanted`: its receiver does not want this kind by this channel.
     */
    status: text('status', { enum: ['planned', 'waiting', 'sending', 'sent', 'failed', 'unwanted'] })
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
      .where(sql`status <> 'sent'`),
    index('messages_failed')
      .on(table.id)
      .where(sql`status = 'failed'`),
    index('messages_fan_out')
      .on(table.fanOutKey, table.id)
      .where(sql`fan_out_key is not null and status = 'planned'`),
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
