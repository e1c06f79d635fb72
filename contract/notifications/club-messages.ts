import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { ClientToken } from '../conversations/parts.ts'
import { localText, schemaOf } from '../fields.ts'
import { LetterText, LocalText } from '../local-text.ts'
import { Id, integer, Language, Moment, requiredLine, singleLine, text } from '../values.ts'

export const MessageSubject = z.object({ da: requiredLine(120), en: z.optional(singleLine(120)) })

/** A subject and a text in Danish, and in English if the club writes one. A reader gets theirs. */
export const messageFields = {
  subject: localText(MessageSubject, 120, { required: true }),
  body: localText(LetterText, 5000, { required: true, lines: 'plain' }),
}

/** The texts of a message that is written, with its token: a repeated one changes nothing. */
export const newMessage = { ...schemaOf(messageFields).shape, token: ClientToken }

/** As whom a message is looked at; the first reader when left out. */
export const asReader = { readerId: z.optional(Id) }

/** For whom a message is: who has a place at an event, who waits for one, or people of the club's register. */
export const messageAudiences = ['guests', 'waiting', 'members'] as const
export type MessageAudience = (typeof messageAudiences)[number]

/** Why nobody is written to about somebody. */
export const LeftOut = z.enum(['no_email', 'left', 'died'])
export type LeftOut = z.infer<typeof LeftOut>

export const WrittenMessage = z.object({ messageId: Id, readers: integer(0) })

/** Who would read a message, and our words around its text for one of them. */
export const MessagePreview = z.object({
  /** Each gets one mail. */
  readers: integer(0),
  /** Those whom it is about. */
  people: integer(0),
  /** How many of the readers read English. */
  english: integer(0),
  /** Those about whom nobody is written to, with the first names. */
  leftOut: z
    .array(z.object({ reason: LeftOut, count: integer(1), names: z.array(text(200)).check(z.maxLength(20)) }))
    .check(z.maxLength(LeftOut.options.length)),
  /** The first readers by name, to look at the message as one of them. */
  some: z.array(z.object({ id: Id, name: text(), language: Language })).check(z.maxLength(50)),
  /** Null where nobody reads it. */
  mail: z.nullable(z.object({ readerId: Id, language: Language, intro: text(5000), button: text() })),
})
export type MessagePreview = z.infer<typeof MessagePreview>

/** A message of a club to many people. Mails that are neither sent, failed nor unwanted are under way. */
export const ClubMessage = z.object({
  id: Id,
  audience: z.enum(messageAudiences),
  eventId: z.nullable(Id),
  subject: LocalText,
  body: LocalText,
  /** By which the readers were chosen, as JSON; null where they were chosen one by one, or all. */
  filter: z.nullable(text(6000)),
  by: text(),
  createdAt: Moment,
  /** `waiting`: for a minute it can be stopped. */
  state: z.enum(['waiting', 'sending', 'sent', 'stopped']),
  readers: integer(0),
  sent: integer(0),
  failed: integer(0),
  unwanted: integer(0),
})
export type ClubMessage = z.infer<typeof ClubMessage>

/** A mail that was given up. */
export const FailedReader = z.object({ name: text(), email: text(), error: text() })

export const RetriedMails = z.object({ retried: integer(0) })

const one = z.object({ orgId: Id, messageId: Id })
const path = `${orgApi}/org/{orgId}/office/message`

export const ClubMessagePage = z.object({
  messages: z.array(ClubMessage).check(z.maxLength(10)),
  next: z.nullable(Id),
})

export const clubMessages = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary:
      'The messages that an office wrote about an event, to guests and to those who wait, newest first, 10 at a time, with their figures',
    params: z.object({ orgId: Id }),
    query: z.object({ eventId: Id, before: z.optional(Id) }),
    output: ClubMessagePage,
    errors: ['organisation_not_found', 'event_not_found'],
  }),
  toMembers: endpoint({
    method: 'GET',
    path: `${path}/members`,
    summary:
      'The messages that an office wrote to people of its register, newest first, 10 at a time, with their figures',
    params: z.object({ orgId: Id }),
    query: z.object({ before: z.optional(Id) }),
    output: ClubMessagePage,
    errors: ['organisation_not_found'],
  }),
  failures: endpoint({
    method: 'GET',
    path: `${path}/item/{messageId}/failures`,
    summary: 'Whose mails of a message were given up, and why: the first 200 by name',
    params: one,
    output: z.array(FailedReader).check(z.maxLength(200)),
    errors: ['organisation_not_found', 'not_found'],
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/item/{messageId}/retry`,
    summary: 'Sends the mails of a message again that were given up. Others stay as they are',
    params: one,
    output: RetriedMails,
    errors: ['organisation_not_found', 'not_found'],
  }),
}
