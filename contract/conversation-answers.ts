import * as z from 'zod/mini'
import { Attachment, MessageText } from './conversation-parts.ts'
import { MembershipStatus } from './membership-answers.ts'
import { OrderStatus } from './order-answers.ts'
import { Id, integer, LocalDate, Moment, Money, requiredLine, text } from './values.ts'

/** `open`: the club is to answer. `answered`: it did. `closed`: nothing more is to come; a new message opens it again. */
export const ThreadState = z.enum(['open', 'answered', 'closed'])
export type ThreadState = z.infer<typeof ThreadState>

/** What somebody was looking at when they asked: an event or a membership of that club. */
export const ThreadTopic = z.object({ kind: z.enum(['event', 'membership']), id: Id, title: text() })
export type ThreadTopic = z.infer<typeof ThreadTopic>

export const ThreadMessage = z.object({
  id: Id,
  /** `asker`: whoever began the thread. */
  from: z.enum(['asker', 'club']),
  /** Who wrote it; of the club's people the first name. */
  author: text(),
  /** Plain text, with the breaks that were typed. */
  text: text(10_000),
  at: Moment,
  attachments: z.array(Attachment),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

export const ThreadClub = z.object({ id: Id, key: text(), name: text(), hue: integer() })

/** What both sides see of a thread in a list. */
const threadFacts = {
  id: Id,
  subject: text(),
  state: ThreadState,
  topic: z.nullable(ThreadTopic),
  createdAt: Moment,
  lastAt: Moment,
  /** The beginning of the last message, in one line. */
  preview: text(),
}

/** A thread as its asker lists it. */
export const Thread = z.object({
  ...threadFacts,
  club: ThreadClub,
  /** Messages of the club that the asker has not read. */
  unread: integer(),
})
export type Thread = z.infer<typeof Thread>

/** How a member's threads with one club stand: those of it that wait for an answer, and the answers that wait to be read. */
export const AskedClub = z.object({
  orgId: Id,
  waiting: integer(),
  unread: integer(),
  /** The thread with an unread answer that was written in last. */
  answered: z.nullable(Id),
})
export type AskedClub = z.infer<typeof AskedClub>

/** With its messages, oldest first: the newest 100 and those before on demand. */
export const Conversation = z.object({
  thread: Thread,
  messages: z.array(ThreadMessage),
  /** Where the messages before these begin; null when there are none. */
  before: z.nullable(Id),
})
export type Conversation = z.infer<typeof Conversation>

/** Who asks, as the club's office sees them. */
export const Asker = z.object({
  name: text(),
  email: text(),
  /** Null: somebody without an account, or signed out. */
  memberId: z.nullable(Id),
})

export const OfficeThread = z.object({
  ...threadFacts,
  asker: Asker,
  /** Of the club's people, who wrote last; null when nobody has. */
  answeredBy: z.nullable(text()),
  notes: integer(),
  /** Messages of the asker that this caller has not read. */
  unread: integer(),
})
export type OfficeThread = z.infer<typeof OfficeThread>

/** What the office writes for itself. The asker never sees it. */
export const OfficeNote = z.object({
  id: Id,
  author: text(),
  text: text(10_000),
  at: Moment,
  can: z.object({ remove: z.boolean() }),
})
export type OfficeNote = z.infer<typeof OfficeNote>

/** What the club knows of a member who asks: of this club only. */
export const AskerCard = z.object({
  memberId: Id,
  name: text(),
  email: z.nullable(text()),
  phone: text(),
  profileImage: z.nullable(text()),
  registrationDate: Moment,
  membership: z.nullable(z.object({ status: MembershipStatus, name: text(), endDate: LocalDate })),
  /** Those they look after and their approved relatives who have or had a membership of this club. */
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

/** Words for a frequent answer. `{name}` and `{club}` are filled in by whoever uses it. */
export const AnswerTemplate = z.object({ id: Id, title: text(), text: text(10_000), updatedAt: Moment })
export type AnswerTemplate = z.infer<typeof AnswerTemplate>

/** Its words as whoever speaks for the club writes them. */
export const TemplateBody = z.object({ title: requiredLine(80), text: MessageText })
