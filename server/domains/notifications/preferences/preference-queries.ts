import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { messagePreferences } from '#server/database/schema/index.ts'
import type { MessageSlot } from './message-kinds.ts'

type PreferenceRow = typeof messagePreferences.$inferSelect

export const selectPreferences = (db: Reader, memberId: string): Promise<PreferenceRow[]> =>
  db.select().from(messagePreferences).where(eq(messagePreferences.memberId, memberId))

/** @returns undefined when the member said nothing about it */
export async function selectPreference(
  db: Reader,
  memberId: string,
  { kind, channel }: MessageSlot,
): Promise<boolean | undefined> {
  const [row] = await db
    .select({ wanted: messagePreferences.wanted })
    .from(messagePreferences)
    .where(
      and(
        eq(messagePreferences.memberId, memberId),
        eq(messagePreferences.kind, kind),
        eq(messagePreferences.channel, channel),
      ),
    )
  return row?.wanted
}

export const writePreference = (tx: Tx, memberId: string, { kind, channel }: MessageSlot, wanted: boolean) =>
  tx
    .insert(messagePreferences)
    .values({ memberId, kind, channel, wanted })
    .onConflictDoUpdate({
      target: [messagePreferences.memberId, messagePreferences.kind, messagePreferences.channel],
      set: { wanted, updatedAt: sql`portal_now()` },
    })
