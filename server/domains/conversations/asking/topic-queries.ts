import { sql } from 'drizzle-orm'
import type { ThreadTopic } from '#contract/conversation-answers.ts'
import type { Reader } from '#server/database/db.ts'

export type Topic = Pick<ThreadTopic, 'kind' | 'id'>

/** How a club's event or membership is called; null when it has none, or none that anyone may see. */
export async function selectOptionalTopic(db: Reader, orgId: string, { kind, id }: Topic): Promise<string | null> {
  const { rows } = await db.execute<{ title: string }>(
    kind === 'event'
      ? sql`select title from events where id = ${id} and org_id = ${orgId} and enabled and public_from <= portal_now()`
      : sql`select name as title from membership_configurations where id = ${id} and org_id = ${orgId} and enabled`,
  )
  return rows[0]?.title ?? null
}
