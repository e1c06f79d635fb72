import * as z from 'zod/mini'
import {
  attachmentFiles,
  AttachmentIds,
  attachmentUpload,
  ClientToken,
  MessageText,
  NewMessage,
  Subject,
} from './parts.ts'
import { Conversation } from './answers.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from '../email.ts'
import { Id, integer, requiredLine, Success, text } from '../values.ts'

/** An ALTCHA challenge (proof of work, version 2), which makes spam expensive without a third party. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: text(40),
    cost: integer(),
    expiresAt: integer(),
    keyLength: integer(),
    keyPrefix: text(64),
    keySignature: text(64),
    nonce: text(64),
    salt: text(64),
  }),
  /** The portal's signature, so that it need not store challenges. */
  signature: text(64),
})
export type Challenge = z.infer<typeof Challenge>

export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: integer(), derivedKey: text(64).check(z.regex(/^[0-9a-f]{64}$/)) }),
})
export type SolvedChallenge = z.infer<typeof SolvedChallenge>

/** Allows one message with its files, for an hour. */
const Pass = text(300)

/** The token in a mail to a visitor. It gives access to their thread only. */
const ThreadLink = text(300)

const attachmentErrors = ['attachment_not_found', 'too_many_attachments', 'storage_full_for_files'] as const

export const VisitorPass = z.object({ pass: text() })

export const visitors = {
  challenge: endpoint({
    method: 'GET',
    path: '/tools/contact/challenge',
    summary: 'A proof-of-work challenge for a visitor who wants to write to a club',
    output: Challenge,
    errors: [],
  }),
  pass: endpoint({
    method: 'POST',
    path: '/tools/contact/pass',
    summary: 'Exchanges a solved challenge, once, for a pass for one message',
    body: SolvedChallenge,
    output: VisitorPass,
    errors: ['challenge_failed'],
  }),
  attach: endpoint({
    method: 'POST',
    path: '/tools/contact/attachment',
    summary:
      'Uploads a file for the message of a pass, under the same rules as a member: twenty files and 30 MB a pass, 100 MB a day from one address',
    query: z.object({ pass: Pass, name: requiredLine(120) }),
    ...attachmentUpload,
    errors: ['challenge_failed', ...attachmentUpload.errors],
  }),
  detach: endpoint({
    method: 'DELETE',
    path: '/tools/contact/attachment/{attachmentId}',
    summary: 'Deletes a file that was uploaded with a pass and is not sent yet',
    params: z.object({ attachmentId: Id }),
    query: z.object({ pass: Pass }),
    output: null,
    errors: ['challenge_failed', 'attachment_not_found'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/tools/contact/item',
    summary:
      'Asks a club without signing in. The club answers by mail; nothing that a visitor writes is mailed to the address they gave',
    body: z.object({
      orgId: Id,
      name: requiredLine(100),
      email: Email,
      subject: Subject,
      text: MessageText,
      attachmentIds: AttachmentIds,
      token: ClientToken,
      pass: Pass,
    }),
    output: Success,
    errors: ['organisation_not_found', 'challenge_failed', ...attachmentErrors],
  }),
  show: endpoint({
    method: 'GET',
    path: '/tools/contact/thread',
    summary: 'The thread of the link in a mail, with its newest messages, or a page of older ones',
    query: z.object({ link: ThreadLink, before: z.optional(Id) }),
    output: Conversation,
    errors: ['thread_link_invalid'],
  }),
  write: endpoint({
    method: 'POST',
    path: '/tools/contact/thread/message',
    summary: 'Adds a message to the thread of the link in a mail',
    query: z.object({ link: ThreadLink }),
    body: NewMessage,
    output: Conversation,
    errors: ['thread_link_invalid'],
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/tools/contact/thread/attachment/{attachmentId}',
    summary: 'A file of the thread of the link in a mail',
    params: z.object({ attachmentId: Id }),
    query: z.object({ link: ThreadLink }),
    output: 'file',
    files: attachmentFiles,
    errors: ['thread_link_invalid', 'attachment_not_found'],
  }),
}
