import type { Filter } from '#contract/filters.ts'
import type { LocalText } from '#contract/local-text.ts'
import { messageAudiences } from '#contract/notifications/club-messages.ts'
import { index, jsonb, pgTable, primaryKey, text, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { events } from './events.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A message of a club to many people. Its mails and notifications are those of a fan-out, whose key names it. */
export const clubMessages = pgTable(
  'club_messages',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    audience: text('audience', { enum: messageAudiences }).notNull().default('guests'),
    /** Whose guests read it, or those who wait for its places. */
    eventId: uuid('event_id').references(() => events.id),
    subject: jsonb('subject').$type<LocalText>().notNull(),
    body: jsonb('body').$type<LocalText>().notNull(),
    /** By which they were chosen. */
    filter: jsonb('filter').$type<Filter>(),
    /** Hash of the browser's token, so that a repeated request writes one message. */
    tokenHash: text('token_hash').notNull().unique(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => members.id),
    createdAt: writtenAt('created_at'),
    /** When the minute to stop it was over. */
    sentAt: moment('sent_at'),
    stoppedAt: moment('stopped_at'),
  },
  (table) => [
    index('club_messages_org').on(table.orgId, table.id),
    index('club_messages_event').on(table.eventId, table.id),
  ],
)

/** Who reads a message, once, and about whom: themselves, and those whom they look after. */
export const clubMessageReaders = pgTable(
  'club_message_readers',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => clubMessages.id),
    readerId: uuid('reader_id')
      .notNull()
      .references(() => members.id),
    about: uuid('about').array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'club_message_readers_pk', columns: [table.messageId, table.readerId] }),
    index('club_message_readers_reader').on(table.readerId),
  ],
)
