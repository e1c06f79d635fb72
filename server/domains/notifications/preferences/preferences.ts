import type { MessagePreference } from '#contract/notifications/messages.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isRequired, isEnabled, type MessageSlot, messageSlots } from './message-kinds.ts'
import { selectPreferences, writePreference } from './preference-queries.ts'
import { type Whatsapp, whatsappNumber } from '../whatsapp/whatsapp.ts'

export interface ChoiceServices {
  /** Null: WhatsApp is off and not offered. */
  readonly whatsapp: Whatsapp | null
}

const slotsOf = ({ whatsapp }: ChoiceServices) => messageSlots.filter(({ channel }) => channel === 'mail' || whatsapp)

export async function showPreferences(
  services: ChoiceServices,
  db: Reader,
  { memberId }: MemberActor,
): Promise<MessagePreference[]> {
  const rows = await selectPreferences(db, memberId)
  return slotsOf(services).map(({ kind, channel }) => {
    const chosen = rows.find((row) => row.kind === kind && row.channel === channel)?.wanted
    const slot = { kind, channel }
    return { ...slot, wanted: isEnabled(slot, chosen), can: { change: !isRequired(slot) } }
  })
}

/**
 * Stores a member's choice. Required messages cannot be switched off, and WhatsApp needs a number.
 * @returns all choices
 */
export async function prefer(
  services: ChoiceServices,
  tx: Tx,
  actor: MemberActor,
  { kind, channel, wanted }: MessageSlot & { wanted: boolean },
): Promise<MessagePreference[]> {
  const slot = slotsOf(services).find((one) => one.kind === kind && one.channel === channel)
  if (!slot) throw new Problem('invalid_input', { errors: [{ path: 'channel', message: 'not by this channel' }] })
  if (isRequired(slot)) throw new Problem('message_required')
  if (wanted && channel === 'whatsapp') await requireNumber(tx, actor)
  await writePreference(tx, actor.memberId, slot, wanted)
  return showPreferences(services, tx, actor)
}

/** Without a number, WhatsApp messages would never arrive. */
async function requireNumber(tx: Tx, { memberId }: MemberActor): Promise<void> {
  const member = await selectOptionalMember(tx, memberId)
  if (!member || whatsappNumber(member) === null) throw new Problem('whatsapp_number_needed')
}
