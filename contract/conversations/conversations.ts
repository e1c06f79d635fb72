import * as z from 'zod/mini'
import { AskedClub, Conversation, Thread, TopicKind } from './answers.ts'
import {
  attachmentFiles,
  AttachmentIds,
  attachmentUpload,
  ClientToken,
  MessageText,
  ReadUpTo,
  Subject,
  ThreadCursor,
} from './parts.ts'
import { endpoint, memberApi } from '../endpoint.ts'
import { Id, integer, OptionalId, requiredLine, Success } from '../values.ts'

const attachmentErrors = ['attachment_not_found', 'too_many_attachments', 'storage_full_for_files'] as const

export const ThreadPage = z.object({
  threads: z.array(Thread),
  next: z.nullable(ThreadCursor),
  unread: integer(),
  /** Of all clubs; those where nothing waits are left out. */
  clubs: z.array(AskedClub),
})

export const conversations = {
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/member/thread/list`,
    summary:
      "The caller's threads with all clubs or one, latest activity first, in pages of 30, with counts by club of the newest 500",
    asOneself: true,
    query: z.object({ orgId: OptionalId, before: z.optional(ThreadCursor) }),
    output: ThreadPage,
    errors: [],
  }),
  show: endpoint({
    method: 'GET',
    path: `${memberApi}/member/thread/{threadId}/item`,
    summary: "One of the caller's threads with its newest messages, or a page of older ones",
    asOneself: true,
    params: z.object({ threadId: Id }),
    query: z.object({ before: z.optional(Id) }),
    output: Conversation,
    errors: ['thread_not_found'],
  }),
  ask: endpoint({
    method: 'POST',
    path: `${memberApi}/member/thread/item`,
    summary:
      'Asks a club: starts a thread, notifies its admins, and mails its contact address. A repeated token changes nothing',
    asOneself: true,
    body: z.object({
      orgId: Id,
      subject: Subject,
      text: MessageText,
      topic: z.optional(z.object({ kind: TopicKind, id: Id })),
      attachmentIds: AttachmentIds,
      token: ClientToken,
    }),
    output: Conversation,
    errors: ['organisation_not_found', ...attachmentErrors],
  }),
  write: endpoint({
    method: 'POST',
    path: `${memberApi}/member/thread/{threadId}/message`,
    summary: "Adds a message to one of the caller's threads, and reopens it if it was answered or closed",
    asOneself: true,
    params: z.object({ threadId: Id }),
    body: z.object({ text: MessageText, attachmentIds: AttachmentIds, token: ClientToken }),
    output: Conversation,
    errors: ['thread_not_found', ...attachmentErrors],
  }),
  markRead: endpoint({
    method: 'PUT',
    path: `${memberApi}/member/thread/{threadId}/read`,
    summary: 'Marks one of the caller’s threads as read up to a message, with its notifications',
    asOneself: true,
    params: z.object({ threadId: Id }),
    body: ReadUpTo,
    output: Success,
    errors: ['thread_not_found'],
  }),
  attach: endpoint({
    method: 'POST',
    path: `${memberApi}/member/thread/attachment`,
    summary:
      'Uploads a file for a message of the caller that is not sent yet: a JPEG, PNG, WebP, GIF, PDF or plain text by its content, of at most 5 MB, 200 MB a day. Pictures are kept without metadata; what is not sent within a day is forgotten',
    asOneself: true,
    query: z.object({ name: requiredLine(120) }),
    ...attachmentUpload,
  }),
  attachment: endpoint({
    method: 'GET',
    path: `${memberApi}/member/thread/attachment/{attachmentId}`,
    summary: 'A file of a thread, for its asker and the admins of its club; an unsent one only for its uploader',
    asOneself: true,
    params: z.object({ attachmentId: Id }),
    output: 'file',
    files: attachmentFiles,
    errors: ['attachment_not_found'],
  }),
  detach: endpoint({
    method: 'DELETE',
    path: `${memberApi}/member/thread/attachment/{attachmentId}`,
    summary: 'Deletes an uploaded file that is not sent yet',
    asOneself: true,
    params: z.object({ attachmentId: Id }),
    output: null,
    errors: ['attachment_not_found'],
  }),
}
