import { cutWithEllipsis } from '#contract/cut-text.ts'
import type * as z from 'zod/mini'
import { MessageText, MOST_IN_SUBJECT, Subject } from '#contract/conversations/parts.ts'
import { Email } from '#contract/email.ts'
import { Id, requiredLine } from '#contract/values.ts'
import '#web/ui/fields/field-words.ts'
import { m } from '#words/messages.js'

/** A question ready to send; name and email are empty when a member is signed in. */
export interface Question {
  readonly orgId: string
  readonly subject: string
  readonly text: string
  readonly name: string
  readonly email: string
}

export type QuestionErrors = Partial<Record<keyof Question, string>>

const Name = requiredLine(100)

/** The question to send, or null with an error per field. */
export function checkQuestion(
  given: Readonly<Record<string, string | undefined>>,
  visitor: boolean,
): { question: Question | null; errors: QuestionErrors } {
  const typed = (name: keyof Question) => given[name] ?? ''
  const errors: QuestionErrors = {}
  const read = (name: keyof Question, schema: z.ZodMiniType<string, string>, missing?: string) => {
    const { data, error } = schema.safeParse(typed(name))
    if (data !== undefined) return data
    errors[name] = missing ?? error.issues[0]?.message ?? m.field_invalid()
    return ''
  }
  const text = textProblem(typed('text'))
  if (text !== null) errors.text = text
  const question = {
    orgId: read('orgId', Id, m.ask_choose_club()),
    subject: read('subject', Subject),
    text: cleaned(typed('text')),
    name: visitor ? read('name', Name) : '',
    email: visitor ? read('email', Email) : '',
  }
  return { question: Object.keys(errors).length === 0 ? question : null, errors }
}

const LONGEST = 10_000

/** Trims the text and drops control characters, which the server would refuse. */
export const cleaned = (text: string): string => text.replace(/(?![\n\r\t])\p{Cc}/gu, '').trim()

/** Why a message can't be sent; null when it can. */
export function textProblem(text: string): string | null {
  const given = cleaned(text)
  if (given === '') return m.field_required()
  if (given.length > LONGEST) return m.field_too_long({ max: LONGEST })
  return MessageText.safeParse(given).success ? null : m.field_invalid()
}

/** A subject from the URL, such as an event's title, cut to the maximum length. */
export function presetSubject(given: string | undefined): string | undefined {
  return given === undefined ? given : cutWithEllipsis(given, MOST_IN_SUBJECT)
}
