import * as z from 'zod/mini'
import { Attachment, MessageText } from './conversation-parts.ts'
import { MembershipStatus } from './membership-answers.ts'
import { OrderStatus } from './order-answers.ts'
import { Id, LocalDate, Moment, Money, requiredLine } from './values.ts'

/** `open`: the club is to answer. `answered`: it did. `closed`: nothing more is to come; a new message opens it again. */
export const ThreadState = z.enum(['open', 'answered', 'closed'])
export type ThreadState = z.infer<typeof ThreadState>

/** What somebody was looking at when they asked: an event or a membership of that club. */
export const ThreadTopic = z.object({ kind: z.enum(['event', 'membership']), id: Id, title: z.string() })
export type ThreadTopic = z.infer<typeof ThreadTopic>

export const ThreadMessage = z.object({
  id: Id,
  /** `asker`: whoever began the thread. */
  from: z.enum(['asker', 'club']),
  /** Who wrote it; of the club's people the first name. */
  author: z.string(),
  /** Plain text, with the breaks that were typed. */
  text: z.string(),
  at: Moment,
  attachments: z.array(Attachment),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

export const ThreadClub = z.object({ id: Id, key: z.string(), name: z.string(), hue: z.int() })

/** What both sides see of a thread in a list. */
const threadFacts = {
  id: Id,
  subject: z.string(),
  state: ThreadState,
  topic: z.nullable(ThreadTopic),
  createdAt: Moment,
  lastAt: Moment,
  /** The beginning of the last message, in one line. */
  preview: z.string(),
}

/** A thread as its asker lists it. */
export const Thread = z.object({
  ...threadFacts,
  club: ThreadClub,
  /** Messages of the club that the asker has not read. */
  unread: z.int(),
})
export type Thread = z.infer<typeof Thread>

/** How a member's threads with one club stand: those of it that wait for an answer, and the answers that wait to be read. */
export const AskedClub = z.object({
  orgId: Id,
  waiting: z.int(),
  unread: z.int(),
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
  name: z.string(),
  email: z.string(),
  /** Null: somebody without an account, or signed out. */
  memberId: z.nullable(Id),
})

export const OfficeThread = z.object({
  ...threadFacts,
  asker: Asker,
  /** Of the club's people, who wrote last; null when nobody has. */
  answeredBy: z.nullable(z.string()),
  notes: z.int(),
  /** Messages of the asker that this caller has not read. */
  unread: z.int(),
})
export type OfficeThread = z.infer<typeof OfficeThread>

/** What the office writes for itself. The asker never sees it. */
export const OfficeNote = z.object({
  id: Id,
  author: z.string(),
  text: z.string(),
  at: Moment,
  can: z.object({ remove: z.boolean() }),
})
export type OfficeNote = z.infer<typeof OfficeNote>

/** What the club knows of a member who asks: of this club only. */
export const AskerCard = z.object({
  memberId: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  profileImage: z.nullable(z.string()),
  registrationDate: Moment,
  membership: z.nullable(z.object({ status: MembershipStatus, name: z.string(), endDate: LocalDate })),
  /** Those they look after and their approved relatives who have or had a membership of this club. */
  family: z.array(
    z.object({ memberId: Id, name: z.string(), as: z.enum(['participant', 'relative']), status: MembershipStatus }),
  ),
  /** The newest orders at this club. */
  orders: z.array(z.object({ id: Id, number: z.string(), status: OrderStatus, total: Money, createdAt: Moment })),
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
export const AnswerTemplate = z.object({ id: Id, title: z.string(), text: z.string(), updatedAt: Moment })
export type AnswerTemplate = z.infer<typeof AnswerTemplate>

/** Its words as whoever speaks for the club writes them. */
export const TemplateBody = z.object({ title: requiredLine(80), text: MessageText })
