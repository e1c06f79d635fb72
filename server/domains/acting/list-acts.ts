import type { Act } from '#contract/acting.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectActs, type ListedAct } from './queries.ts'

const PAGE = 20

/** Who did what for whom, as both sides read it. */
export async function listActs(
  db: Db,
  { memberId }: MemberActor,
  { before }: { before?: string | undefined },
): Promise<{ acts: Act[]; next: string | null }> {
  const rows = await selectActs(db, memberId, { before, limit: PAGE + 1 })
  const shown = rows.slice(0, PAGE)
  return { acts: shown.map(present), next: rows.length > PAGE ? shown.at(-1)!.id : null }
}

const present = (row: ListedAct): Act => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  actor: { id: row.actor_id, firstName: row.actor_first, lastName: row.actor_last },
  subject: { id: row.subject_id, firstName: row.subject_first, lastName: row.subject_last },
  as: row.acting_as,
  name: row.name as Act['name'],
  data: row.data,
})
