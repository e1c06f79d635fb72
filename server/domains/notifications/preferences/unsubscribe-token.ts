import type { MessageKind } from '#contract/messages.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { isRequired, messageSlots } from './message-kinds.ts'

/** Whose mails about what. */
export interface Subscriber {
  readonly memberId: string
  readonly kind: MessageKind
}

const PURPOSE = 'unsubscribe'

/** Stands in a mail, so that whoever holds the mail can end such mails without signing in; for as long as the mail is kept. */
export function unsubscribeToken(secrets: Secrets, { memberId, kind }: Subscriber): string {
  const text = `${memberId}.${kind}`
  return `${text}.${secrets.sign(PURPOSE, text)}`
}

/** @returns null when the portal did not make it, or for mails that are always sent */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscriber | null {
  const [memberId = '', name = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !secrets.verify(PURPOSE, `${memberId}.${name}`, signature)) return null
  const slot = messageSlots.find(({ kind, channel }) => kind === name && channel === 'mail')
  return slot && !isRequired(slot) ? { memberId, kind: slot.kind } : null
}
