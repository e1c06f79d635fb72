import type { ClubStorage } from '#contract/organisations/settings.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'

/** Storage used by a club's pictures and the files of its conversations, and its limit. */
export async function selectStorage(db: Reader, orgId: string): Promise<ClubStorage> {
  const sizes = sql`coalesce(sum(octet_length(bytes) + coalesce(octet_length(small), 0)), 0)`
  const { rows } = await db.execute<ClubStorage & Record<string, unknown>>(sql`
    select (storage_mb * 1000)::int as most, ceil((
      (select coalesce(sum(coalesce(size, octet_length(bytes) + coalesce(octet_length(small), 0))), 0)
        from stored_pictures where org_id = ${orgId})
      + (select ${sizes} from event_pictures join events on events.id = event_id where events.org_id = ${orgId})
      + (select ${sizes} from club_pictures where org_id = ${orgId})
      + (select coalesce(sum(size), 0) from threads
          join thread_messages on thread_messages.thread_id = threads.id
          join thread_attachments on message_id = thread_messages.id
        where threads.org_id = ${orgId})) / 1000.0)::int as used
    from organisations where id = ${orgId}`)
  return rows[0]!
}

/**
 * Refuses what the transaction has written when the club's files now take more than they may. Files are counted one transaction at a time.
 */
export async function requireStorage(
  tx: Tx,
  orgId: string,
  code: Extract<ErrorCode, 'storage_full' | 'storage_full_for_files'>,
): Promise<void> {
  await lockKey(tx, `storage ${orgId}`)
  const { used, most } = await selectStorage(tx, orgId)
  if (used > most) throw new Problem(code)
}
