import type { Reader } from '#server/database/db.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import { isRequired, isWanted, kindOf } from './message-kinds.ts'
import type { MessageRow } from '../message-queries.ts'
import { selectPreference } from './preference-queries.ts'

/** Whether a message may go out now. It is asked when it is sent: what its receiver chose meanwhile counts. */
export async function wantsMessage(
  db: Reader,
  { channel, template, memberId }: Pick<MessageRow, 'channel' | 'template' | 'memberId'>,
): Promise<boolean> {
  const slot = { kind: kindOf[template as keyof typeof kindOf], channel }
  if (isRequired(slot)) return true
  // Whoever has no account has chosen nothing.
  if (memberId === null) return isWanted(slot, undefined)
  const member = await selectOptionalMember(db, memberId)
  return member?.enabled === true && isWanted(slot, await selectPreference(db, member.id, slot))
}
