import type * as z from 'zod/mini'
import { Subject } from '#contract/conversation-parts.ts'
import { Email, Id, requiredLine } from '#contract/values.ts'
import '#web/ui/fields/field-words.ts'
import { m } from '#words/messages.js'
import { cleaned, textProblem } from './message-text.ts'

/** A question as it is sent; name and e-mail are empty when a member asks. */
export interface Question {
  readonly orgId: string
  readonly subject: string
  readonly text: string
  readonly name: string
  readonly email: string
}

export type QuestionErrors = Partial<Record<keyof Question, string>>

const Name = requiredLine(100)

/** What can be sent of what was typed, or what is wrong with it by field. */
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
