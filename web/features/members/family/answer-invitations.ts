import type { Answered, Invitation } from '#contract/family.ts'

export type Answer = 'approve' | 'reject'

/** What became of one invitation. */
export interface AnswerResult {
  readonly id: string
  readonly ok: boolean
  /** The server's sentence, or why there is none. */
  readonly message: string
}

interface Ways {
  readonly send: (id: string) => Promise<Answered>
  /** A failed call in words. */
  readonly textOf: (error: unknown) => string
  readonly log: (error: unknown) => void
}

/** Answers invitations one after the other. One that lacks an address is skipped, and the log says so. */
export async function answerInvitations(
  invitations: readonly Pick<Invitation, 'id' | 'inviterEmail' | 'inviteeEmail'>[],
  { send, textOf, log }: Ways,
): Promise<AnswerResult[]> {
  const results: AnswerResult[] = []
  for (const { id, inviterEmail, inviteeEmail } of invitations) {
    if (!inviterEmail || !inviteeEmail) {
      log(new Error(`The family invitation ${id} lacks an address and is skipped`))
      continue
    }
    try {
      const { status, message } = await send(id)
      results.push({ id, ok: status === 'success', message })
    } catch (error) {
      log(error)
      results.push({ id, ok: false, message: textOf(error) })
    }
  }
  return results
}
