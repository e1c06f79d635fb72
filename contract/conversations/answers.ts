import * as z from 'zod/mini'
import { ShownClub } from '../organisations/face.ts'
import { Attachment } from './parts.ts'
import { Id, integer, Moment, text } from '../values.ts'

/** `open`: waits for the club. `answered`: the club replied. `closed`: done; a new message opens it again. */
export const ThreadState = z.enum(['open', 'answered', 'closed'])
export type ThreadState = z.infer<typeof ThreadState>

/** The event or membership that the asker was looking at. */
export const TopicKind = z.enum(['event', 'membership'])

export const ThreadTopic = z.object({ kind: TopicKind, id: Id, title: text() })
export type ThreadTopic = z.infer<typeof ThreadTopic>

export const ThreadMessage = z.object({
  id: Id,
  from: z.enum(['asker', 'club']),
  /** The writer's name; for the club's people only the first name. */
  author: text(),
  /** Plain text with line breaks. */
  text: text(10_000),
  at: Moment,
  attachments: z.array(Attachment),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

/** A thread in a list, as both sides see it. */
export const threadFacts = {
  id: Id,
  subject: text(),
  state: ThreadState,
  topic: z.nullable(ThreadTopic),
  createdAt: Moment,
  lastAt: Moment,
  /** The start of the last message, on one line. */
  preview: text(),
}

/** A thread in its asker's list. */
export const Thread = z.object({
  ...threadFacts,
  club: ShownClub,
  /** Messages of the club that the asker has not read. */
  unread: integer(),
})
export type Thread = z.infer<typeof Thread>

/** Counts of a member's threads with one club: waiting for an answer, and with unread answers. */
export const AskedClub = z.object({
  orgId: Id,
  waiting: integer(),
  unread: integer(),
  /** The thread with the newest unread answer. */
  answered: z.nullable(Id),
})
export type AskedClub = z.infer<typeof AskedClub>

/** A thread with its newest 100 messages, oldest first. Older ones are further pages. */
export const Conversation = z.object({
  thread: Thread,
  messages: z.array(ThreadMessage),
  /** Cursor of the older messages; null when there are none. */
  before: z.nullable(Id),
})
export type Conversation = z.infer<typeof Conversation>
