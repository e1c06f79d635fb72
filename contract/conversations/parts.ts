import * as z from 'zod/mini'
import { Id, integer, requiredLine, requiredLines, text } from '../values.ts'

export const Attachment = z.object({
  id: Id,
  /** The owner's file name; never used as a path. */
  name: text(),
  contentType: text(),
  bytes: integer(),
})
export type Attachment = z.infer<typeof Attachment>

export const MOST_ATTACHMENTS = 5

export const AttachmentIds = z.optional(z.array(Id).check(z.maxLength(MOST_ATTACHMENTS)))

/** The content types that are stored. */
export const attachmentFiles = ['application/pdf', 'image/webp', 'text/plain'] as const

/** Limits and errors of an upload. */
export const attachmentUpload = {
  upload: { maxBytes: 5_000_000 },
  output: Attachment,
  errors: [
    'payload_too_large',
    'attachment_type',
    'image_unreadable',
    'image_too_large',
    'files_unavailable',
    'too_many_attachments',
    'upload_limit',
  ],
} as const

export const MOST_IN_SUBJECT = 120

/** Cursor of the next page of threads. */
export const ThreadCursor = text(60).check(z.regex(/^\d{1,14}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

export const Subject = requiredLine(MOST_IN_SUBJECT)

export const MessageText = requiredLines(10_000)

/** 40 letters and digits made by the browser for one message, so that a repeated request writes it once. */
export const ClientToken = text(40).check(z.regex(/^[A-Za-z0-9]{40}$/))

export const NewMessage = z.object({ text: MessageText, token: ClientToken })

export const ReadUpTo = z.object({ upTo: Id })
