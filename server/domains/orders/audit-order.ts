import type { AuditEvent } from '#contract/members/acting.ts'
import type { Tx } from '#server/database/db.ts'
import { recordAuditEntries } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { OrderRow } from './queries.ts'

/** Adds an audit entry for each person on an order who is not the signed-in person. */
export async function auditOrderForOthers(
  tx: Tx,
  actor: MemberActor,
  { number }: Pick<OrderRow, 'number'>,
  { name, lines }: { name: AuditEvent; lines: readonly { readonly memberId: string }[] },
): Promise<void> {
  const others = new Set(lines.map(({ memberId }) => memberId).filter((id) => id !== actor.actorId))
  await recordAuditEntries(
    tx,
    actor,
    [...others].map((subjectId) => ({ subjectId, name, data: { orderNumber: number } })),
  )
}
