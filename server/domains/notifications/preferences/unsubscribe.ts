import type { MessageKind, Subscription } from '#contract/notifications/messages.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { readSignedToken, type Secrets, signedToken } from '#server/database/secrets.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import { Problem } from '#server/http/problem.ts'
import { isRequired, isEnabled, messageSlots } from './message-kinds.ts'
import { selectPreference, writePreference } from './preference-queries.ts'

async function subscriberOf(secrets: Secrets, db: Reader, token: string): Promise<Subscriber> {
  const subscriber = readUnsubscribeToken(secrets, token)
  if (!subscriber || !(await selectOptionalMember(db, subscriber.memberId)))
    throw new Problem('unsubscribe_link_invalid')
  return subscriber
}

/** The subscription of a link. Shown before anything is changed, since mail programs open links by themselves. */
export async function showSubscription(
  secrets: Secrets,
  db: Reader,
  { token }: { token: string },
): Promise<Subscription> {
  const { memberId, kind } = await subscriberOf(secrets, db, token)
  const slot = { kind, channel: 'mail' } as const
  return { kind, wanted: isEnabled(slot, await selectPreference(db, memberId, slot)) }
}

/** Switches mails of one kind off or on, for anybody who holds such a mail. Idempotent. */
export async function changeSubscription(
  secrets: Secrets,
  tx: Tx,
  { token }: { token: string },
  wanted: boolean,
): Promise<Subscription> {
  const { memberId, kind } = await subscriberOf(secrets, tx, token)
  await writePreference(tx, memberId, { kind, channel: 'mail' }, wanted)
  return { kind, wanted }
}

/** A member and the kind of mails. */
interface Subscriber {
  readonly memberId: string
  readonly kind: MessageKind
}

const PURPOSE = 'unsubscribe'

/** Lets the holder of a mail unsubscribe without signing in, without expiry. */
export const unsubscribeToken = (secrets: Secrets, { memberId, kind }: Subscriber): string =>
  signedToken(secrets, PURPOSE, memberId, kind)

/** @returns null if we did not sign it, or such mails are always sent */
function readUnsubscribeToken(secrets: Secrets, token: string): Subscriber | null {
  const [memberId = '', name] = readSignedToken(secrets, PURPOSE, token) ?? []
  const slot = messageSlots.find(({ kind, channel }) => kind === name && channel === 'mail')
  return slot && !isRequired(slot) ? { memberId, kind: slot.kind } : null
}
