import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    title: text('title').notNull(),
    message: text('message').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    read: boolean('read').notNull().default(false),
    createdAt: writtenAt('created_at'),
    readDate: moment('read_date'),
    /** What it is about, once: a repeated cause writes no second row. */
    onceKey: text('once_key').unique(),
  },
  (table) => [
    index('notifications_receiver').on(table.receiverId, table.id),
    index('notifications_unread')
      .on(table.receiverId)
      .where(sql`not read`),
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
    /** What the template needs to build the message: ids, not copies of personal data. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /** `sending`: handed over where a repeat would be seen twice; only its own sender knows what became of it. */
    status: text('status', { enum: ['waiting', 'sending', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: writtenAt('created_at'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('messages_waiting')
      .on(table.createdAt)
      .where(sql`status <> 'sent'`),
  ],
)
