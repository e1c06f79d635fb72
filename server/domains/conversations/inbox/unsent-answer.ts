import type { ThreadState } from '#contract/conversations/answers.ts'
import type { UnsentAnswer } from '#contract/conversations/office.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { delayedActions, threadAttachments } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { type DelayedRow, selectEndable } from '#server/domains/audit/index.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { attachmentFacts, ownUnsent } from '../attachments/attach-file.ts'
import { type AttachmentRow, presentAttachment } from '../threads.ts'

/** An answer while it waits, as `delayed_actions` keeps it. */
export interface KeptAnswer {
  readonly text: string
  readonly attachmentIds: readonly string[]
  readonly close: boolean
  readonly lastSeen: string
  readonly tokenHash: string
  readonly state: ThreadState
}

/** Emptied when it has ended. */
export const keptIn = ({ payload }: Pick<DelayedRow, 'payload'>): KeptAnswer | null =>
  'text' in payload ? (payload as unknown as KeptAnswer) : null

/** The caller's view of an answer to a thread that is not sent: the one that waits, or their own that could not be sent. */
export async function showUnsent(
  db: Reader,
  { actor, organisation }: OfficeCaller,
  threadId: string,
): Promise<UnsentAnswer | null> {
  const row = await selectEndable(db, { kind: 'answer', thingId: threadId, actorId: actor.memberId })
  const kept = row && keptIn(row)
  if (!kept) return null
  const { id, actorId, refusal, by, secondsLeft } = row
  const own = actorId === actor.memberId
  const files = await selectUnsentFiles(db, actorId, kept.attachmentIds)
  return {
    id,
    text: kept.text,
    attachments: files.map(presentAttachment),
    close: kept.close,
    by,
    own,
    secondsLeft,
    refusal,
    can: { stop: hasScope(actor, 'inbox', organisation.key, 'write') },
  }
}

/** A member's unsent files of those, in their order. */
export async function selectUnsentFiles(
  db: Reader,
  memberId: string,
  ids: readonly string[],
): Promise<AttachmentRow[]> {
  if (ids.length === 0) return []
  return db
    .select(attachmentFacts)
    .from(threadAttachments)
    .where(and(inArray(threadAttachments.id, [...ids]), ownUnsent({ memberId })))
    .orderBy(asc(sql`array_position(${sql.param([...ids])}::uuid[], ${threadAttachments.id})`))
}

/** Has unsent files kept as long as if they were new. */
export async function keepUnsent(tx: Tx, files: readonly AttachmentRow[]): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  await tx.update(threadAttachments).set({ createdAt: tx.now }).where(inArray(threadAttachments.id, ids))
}

/** The answer to a thread that waits; read without a lock, because the job changes it before it locks the thread. */
export async function selectWaiting(db: Reader, threadId: string): Promise<KeptAnswer | null> {
  const [row] = await db
    .select({ payload: delayedActions.payload })
    .from(delayedActions)
    .where(
      and(eq(delayedActions.kind, 'answer'), eq(delayedActions.thingId, threadId), eq(delayedActions.state, 'waiting')),
    )
  return row ? keptIn(row) : null
}
