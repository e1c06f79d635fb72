import * as z from 'zod/mini'
import { Attachment, MessageText } from './conversation-parts.ts'
import { MembershipStatus } from './membership-answers.ts'
import { OrderStatus } from './order-answers.ts'
import { Id, integer, LocalDate, Moment, Money, requiredLine, text } from './values.ts'

/** `open`: waits for the club. `answered`: the club replied. `closed`: done; a new message opens it again. */
export const ThreadState = z.enum(['open', 'answered', 'closed'])
export type ThreadState = z.infer<typeof ThreadState>

/** The event or membership that the asker was looking at. */
export const ThreadTopic = z.object({ kind: z.enum(['event', 'membership']), id: Id, title: text() })
export type ThreadTopic = z.infer<typeof ThreadTopic>

export const ThreadMessage = z.object({
  id: Id,
  /** `asker`: who started the thread. */
  from: z.enum(['asker', 'club']),
  /** The writer's name; for the club's people only the first name. */
  author: text(),
  /** Plain text with line breaks. */
  text: text(10_000),
  at: Moment,
  attachments: z.array(Attachment),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

export const ThreadClub = z.object({ id: Id, key: text(), name: text(), hue: integer() })

/** A thread in a list, as both sides see it. */
const threadFacts = {
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
  club: ThreadClub,
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

/** The asker, as the club's office sees them. */
export const Asker = z.object({
  name: text(),
  email: text(),
  /** Null for a visitor. */
  memberId: z.nullable(Id),
})

export const OfficeThread = z.object({
  ...threadFacts,
  asker: Asker,
  /** The last of the club's people to write; null when nobody has. */
  answeredBy: z.nullable(text()),
  notes: integer(),
  /** Messages of the asker that this caller has not read. */
  unread: integer(),
})
export type OfficeThread = z.infer<typeof OfficeThread>

/** An internal note of the office. The asker never sees it. */
export const OfficeNote = z.object({
  id: Id,
  author: text(),
  text: text(10_000),
  at: Moment,
  can: z.object({ remove: z.boolean() }),
})
export type OfficeNote = z.infer<typeof OfficeNote>

/** What the club knows about the asking member, at this club only. */
export const AskerCard = z.object({
  memberId: Id,
  name: text(),
  email: z.nullable(text()),
  phone: text(),
  profileImage: z.nullable(text()),
  registrationDate: Moment,
  membership: z.nullable(z.object({ status: MembershipStatus, name: text(), endDate: LocalDate })),
  /** Their participants and approved relatives who have or had a membership of this club. */
  family: z.array(
    z.object({ memberId: Id, name: text(), as: z.enum(['participant', 'relative']), status: MembershipStatus }),
  ),
  /** The newest orders at this club. */
  orders: z.array(z.object({ id: Id, number: text(), status: OrderStatus, total: Money, createdAt: Moment })),
})
export type AskerCard = z.infer<typeof AskerCard>

export const OfficeConversation = z.object({
  thread: OfficeThread,
  messages: z.array(ThreadMessage),
  before: z.nullable(Id),
  notes: z.array(OfficeNote),
})
export type OfficeConversation = z.infer<typeof OfficeConversation>

/** A template for frequent answers. The client fills in `{name}` and `{club}`. */
export const AnswerTemplate = z.object({ id: Id, title: text(), text: text(10_000), updatedAt: Moment })
export type AnswerTemplate = z.infer<typeof AnswerTemplate>

/** The fields of a template that the office edits. */
export const TemplateBody = z.object({ title: requiredLine(80), text: MessageText })
