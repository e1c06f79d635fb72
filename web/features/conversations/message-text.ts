import { MessageText } from '#contract/conversation-parts.ts'
import { m } from '#words/messages.js'

const LONGEST = 10_000

/** Without what no keyboard types and the server would refuse. */
export const cleaned = (text: string): string => text.replace(/(?![\n\r\t])\p{Cc}/gu, '').trim()

/** What is wrong with a message, in words; null when it can be sent. */
export function textProblem(text: string): string | null {
  const given = cleaned(text)
  if (given === '') return m.field_required()
  if (given.length > LONGEST) return m.field_too_long({ max: LONGEST })
  return MessageText.safeParse(given).success ? null : m.field_invalid()
}
