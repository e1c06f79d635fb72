import { kindOf } from '#contract/notifications/messages.ts'
import { batched } from '#server/database/batch.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { messagePreferences } from '#server/database/schema/index.ts'
import { inArray, sql } from '#server/database/sql.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import type { MessageRow } from '../message-state.ts'
import { isRequired, isEnabled, type MessageSlot } from './message-kinds.ts'

type PreferenceRow = typeof messagePreferences.$inferSelect

export const selectPreferences = batched<PreferenceRow[]>(async (db, memberIds) => {
  const rows = await db
    .select()
    .from(messagePreferences)
    .where(inArray(messagePreferences.memberId, [...memberIds]))
  return (id) => rows.filter(({ memberId }) => memberId === id)
})

/** @returns undefined if the member has made no choice */
export async function selectPreference(
  db: Reader,
  memberId: string,
  { kind, channel }: MessageSlot,
): Promise<boolean | undefined> {
  const rows = await selectPreferences(db, memberId)
  return rows.find((row) => row.kind === kind && row.channel === channel)?.wanted
}

export const writePreference = (tx: Tx, memberId: string, { kind, channel }: MessageSlot, wanted: boolean) =>
  tx
    .insert(messagePreferences)
    .values({ memberId, kind, channel, wanted })
    .onConflictDoUpdate({
      target: [messagePreferences.memberId, messagePreferences.kind, messagePreferences.channel],
      set: { wanted, updatedAt: sql`portal_now()` },
    })

/** Whether a club knows that somebody has died: no message of any kind is sent to them. */
const hasDied = batched<boolean>(async (db, memberIds) => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select member_id as id from club_people
    where member_id = any(${sql.param([...memberIds])}::uuid[]) and left_reason = 'deceased'`)
  const dead = new Set(rows.map(({ id }) => id))
  return (id) => dead.has(id)
})

/** Whether a message may be sent now. Checked when it is sent, so that the latest choice counts. */
export async function isSubscribed(
  db: Reader,
  { channel, template, memberId }: Pick<MessageRow, 'channel' | 'template' | 'memberId'>,
): Promise<boolean> {
  const slot = { kind: kindOf[template as keyof typeof kindOf], channel }
  if (memberId !== null && (await hasDied(db, memberId))) return false
  if (isRequired(slot)) return true
  // Without an account there is no choice.
  if (memberId === null) return isEnabled(slot, undefined)
  const member = await selectOptionalMember(db, memberId)
  return member?.enabled === true && isEnabled(slot, await selectPreference(db, member.id, slot))
}
