import * as z from 'zod/mini'
import { ShownClub } from '../organisations/face.ts'
import { threadFacts, ThreadMessage, ThreadState } from './answers.ts'
import {
  Attachment,
  AttachmentIds,
  ClientToken,
  MessageText,
  MOST_ATTACHMENTS,
  NewMessage,
  ReadUpTo,
  ThreadCursor,
} from './parts.ts'
import { CanStop } from '../audit/delayed-actions.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { DanishTexts } from '../local-text.ts'
import { MembershipStatus } from '../memberships/answers.ts'
import { OrderStatus } from '../orders/answers.ts'
import { Id, integer, LocalDate, Moment, Money, requiredLine, Success, text } from '../values.ts'

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

/** The asking member, as known to this club only. */
export const AskerCard = z.object({
  memberId: Id,
  name: text(),
  email: z.nullable(text()),
  phone: text(),
  profileImage: z.nullable(text()),
  registrationDate: Moment,
  membership: z.nullable(z.object({ status: MembershipStatus, name: text(), danish: DanishTexts, endDate: LocalDate })),
  /** Their participants and approved relatives who have or had a membership of this club. */
  family: z.array(
    z.object({ memberId: Id, name: text(), as: z.enum(['participant', 'relative']), status: MembershipStatus }),
  ),
  /** The newest orders at this club. The total is null for whoever may not see money. */
  orders: z.array(
    z.object({ id: Id, number: text(), status: OrderStatus, total: z.nullable(Money), createdAt: Moment }),
  ),
})
export type AskerCard = z.infer<typeof AskerCard>

/** An answer that is sent within a minute; or one of the caller that could not, whose text they can take back. */
export const UnsentAnswer = z.object({
  id: Id,
  text: text(10_000),
  attachments: z.array(Attachment).check(z.maxLength(MOST_ATTACHMENTS)),
  close: z.boolean(),
  by: text(),
  own: z.boolean(),
  secondsLeft: integer(0),
  /** Why it was not sent, as an error code; null while it waits. */
  refusal: z.nullable(text()),
  can: CanStop,
})
export type UnsentAnswer = z.infer<typeof UnsentAnswer>

export const OfficeConversation = z.object({
  thread: OfficeThread,
  messages: z.array(ThreadMessage),
  before: z.nullable(Id),
  notes: z.array(OfficeNote),
  unsent: z.nullable(UnsentAnswer),
})
export type OfficeConversation = z.infer<typeof OfficeConversation>

/** A template for frequent answers. The client fills in `{name}` and `{club}`. */
export const AnswerTemplate = z.object({
  id: Id,
  title: text(),
  text: text(10_000),
  updatedAt: Moment,
  version: integer(),
})
export type AnswerTemplate = z.infer<typeof AnswerTemplate>

export const TemplateBody = z.object({ title: requiredLine(80), text: MessageText })

const inOffice = z.object({ orgId: Id, threadId: Id })
const officeErrors = ['organisation_not_found', 'thread_not_found'] as const
const attachmentErrors = ['attachment_not_found', 'too_many_attachments', 'storage_full_for_files'] as const

export const OfficeThreadPage = z.object({
  threads: z.array(OfficeThread),
  next: z.nullable(ThreadCursor),
  counts: z.object({ open: integer(), answered: integer(), closed: integer() }),
})

/** A club whose inbox the caller may read. */
export const OfficeInbox = z.object({ club: ShownClub, open: integer(), waitingSince: z.nullable(Moment) })

export const StoppedAnswer = z.object({
  text: text(10_000),
  attachments: z.array(Attachment).check(z.maxLength(MOST_ATTACHMENTS)),
})

/** The endpoints of a club's office for its conversations. */
export const officeConversations = {
  offices: endpoint({
    method: 'GET',
    path: `${orgApi}/org/office/list`,
    summary: 'The clubs whose office the caller works for, with the number of threads waiting for an answer',
    asOneself: true,
    /** Only clubs with a thread that waits. */
    query: z.object({ waiting: z.optional(z.literal('true')) }),
    /** `waitingSince`: since when the first of them waits. */
    output: z.array(OfficeInbox).check(z.maxLength(1000)),
    errors: [],
  }),
  inbox: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/thread/list`,
    summary: "A club's threads for its admins, longest waiting first when open, otherwise newest first",
    asOneself: true,
    params: z.object({ orgId: Id }),
    query: z.object({
      state: z.optional(ThreadState),
      /** Words that must all occur in subject, messages, name or e-mail. Words under three letters are matched only as prefixes at the start. */
      q: z.optional(text(100)),
      after: z.optional(ThreadCursor),
    }),
    output: OfficeThreadPage,
    errors: ['organisation_not_found'],
  }),
  ofMember: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/members/{memberId}/threads`,
    summary: "A member's newest threads with the club",
    asOneself: true,
    params: z.object({ orgId: Id, memberId: Id }),
    output: z.array(OfficeThread).check(z.maxLength(50)),
    errors: ['organisation_not_found', 'not_found'],
  }),
  showInOffice: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/item`,
    summary: 'One thread of a club for its admins, with their notes',
    asOneself: true,
    params: inOffice,
    query: z.object({ before: z.optional(Id) }),
    output: OfficeConversation,
    errors: officeErrors,
  }),
  card: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/card`,
    summary: 'What the club knows about the asking member; null for visitors',
    asOneself: true,
    params: inOffice,
    output: z.nullable(AskerCard),
    errors: officeErrors,
  }),
  answer: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/message`,
    summary:
      'Answers for the club a minute later, unless somebody stops it: then the asker is notified and mailed. `lastSeen`: the newest message that the caller has seen; refused when there is a newer one',
    asOneself: true,
    params: inOffice,
    body: z.object({
      text: MessageText,
      attachmentIds: AttachmentIds,
      token: ClientToken,
      lastSeen: Id,
      close: z.optional(z.boolean()),
    }),
    output: OfficeConversation,
    errors: [...officeErrors, ...attachmentErrors, 'answered_meanwhile', 'answer_waiting', 'asker_forgotten'],
  }),
  stopAnswer: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/answer/{actionId}/stop`,
    summary:
      "Stops an answer that has not gone out, or takes back an own one that could not. The answer stands for the caller's own text, to edit it; null when a colleague wrote it, who can take it back",
    asOneself: true,
    params: z.object({ orgId: Id, threadId: Id, actionId: Id }),
    output: z.nullable(StoppedAnswer),
    errors: [...officeErrors, 'too_late_to_stop'],
  }),
  setState: endpoint({
    method: 'PUT',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/state`,
    summary:
      'Closes a thread that needs no answer, or reopens it. `lastSeen`: the newest message that the caller has seen; closing is refused when there is a newer one',
    asOneself: true,
    params: inOffice,
    body: z.object({ state: ThreadState, lastSeen: Id }),
    output: OfficeThread,
    errors: [...officeErrors, 'answered_meanwhile'],
  }),
  markReadInOffice: endpoint({
    method: 'PUT',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/read`,
    summary: 'Marks a thread of the club as read up to a message, with its notifications',
    asOneself: true,
    params: inOffice,
    body: ReadUpTo,
    output: Success,
    errors: officeErrors,
  }),
  addNote: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/note`,
    summary: 'Adds a note of the office, which the asker never sees',
    asOneself: true,
    params: inOffice,
    body: NewMessage,
    output: OfficeNote,
    errors: officeErrors,
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: `${orgApi}/org/{orgId}/thread/{threadId}/note/{noteId}`,
    summary: "Removes one of the caller's own notes",
    asOneself: true,
    params: z.object({ orgId: Id, threadId: Id, noteId: Id }),
    output: null,
    errors: [...officeErrors, 'not_found'],
  }),
  templates: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/answer-template/list`,
    summary: "A club's answer templates, by title",
    asOneself: true,
    params: z.object({ orgId: Id }),
    output: z.array(AnswerTemplate).check(z.maxLength(100)),
    errors: ['organisation_not_found'],
  }),
  addTemplate: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/answer-template/item`,
    summary: 'Adds an answer template, 100 at most for a club',
    asOneself: true,
    params: z.object({ orgId: Id }),
    body: TemplateBody,
    output: AnswerTemplate,
    errors: ['organisation_not_found', 'too_many_templates', 'template_exists'],
  }),
  changeTemplate: endpoint({
    method: 'PUT',
    path: `${orgApi}/org/{orgId}/answer-template/{templateId}/item`,
    summary: 'Changes an answer template, over the version that was edited; without one, over whatever is there',
    asOneself: true,
    params: z.object({ orgId: Id, templateId: Id }),
    body: z.extend(TemplateBody, { version: z.optional(integer(1)) }),
    output: AnswerTemplate,
    errors: ['organisation_not_found', 'not_found', 'template_exists', 'changed_meanwhile'],
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: `${orgApi}/org/{orgId}/answer-template/{templateId}/item`,
    summary: 'Deletes an answer template',
    asOneself: true,
    params: z.object({ orgId: Id, templateId: Id }),
    output: null,
    errors: ['organisation_not_found', 'not_found'],
  }),
}
