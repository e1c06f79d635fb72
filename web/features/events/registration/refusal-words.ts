import type { EventDetail } from '#contract/event-answers.ts'
import type { QuotedLine } from '#contract/orders.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { gateWords } from '../gate-words.ts'

interface About {
  readonly event: EventDetail
  readonly person?: { readonly memberId: string; readonly isCaller: boolean } | undefined
}

/** Why the server would not sell a line, in words. */
export function refusalWords({ code, gate }: NonNullable<QuotedLine['refusal']>, about: About): string {
  return gate ? gateWords(gate, about).text : problemText(new ApiProblem(code as ErrorCode, 0))
}
