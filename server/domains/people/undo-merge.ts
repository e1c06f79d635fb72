import type { UndoRefusal } from '#contract/people/duplicates.ts'
import type { Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { type Moved, personMerges } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { recountMissingOf } from '#server/domains/events/index.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { recordStatuses } from '#server/domains/memberships/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { lockTwo, refreshDerived, selectMerge, valueOf, whereKey } from './merge-people.ts'
import { movedColumns } from './person-columns.ts'

/** Columns that follow from others, or that every change of a row counts up. */
const following = ['old_status', 'new_status', 'update_date']

/** Restores each value that a merge changed, in reverse. Throws `merge_not_undoable` with the reasons when something new is there. */
export async function undoMerge(
  secrets: Secrets,
  tx: Tx,
  caller: OfficeCaller,
  { mergeId }: { readonly mergeId: string },
): Promise<void> {
  const { organisation, actor } = caller
  const merge = await selectMerge(tx, mergeId)
  if (merge?.orgId !== organisation.id) throw new Problem('not_found')
  if (merge.undoneAt) return
  const { keptId, goneId, moved, mergedAt } = merge
  const two = { keptId, goneId }
  await lockTwo(tx, organisation.id, two)
  const because = await selectReasons(tx, two, mergedAt, moved)
  if (because.length > 0) throw new Problem('merge_not_undoable', { data: { because } })

  for (const one of moved.toReversed()) await restore(tx, one)
  await refreshDerived(tx, two)
  await recountMissingOf(secrets, tx, [keptId, goneId])
  await recordStatuses(tx, { memberIds: [keptId, goneId] }, tx.now)
  await tx
    .update(personMerges)
    .set({ undoneAt: tx.now, undoneBy: actor.actorId, moved: [], alsoHeld: [] })
    .where(eq(personMerges.id, mergeId))
  const [kept, gone] = [await selectOptionalMember(tx, keptId), await selectOptionalMember(tx, goneId)]
  await recordOfficeChange(tx, caller, {
    name: 'merge_undone',
    thing: 'member',
    thingId: keptId,
    label: fullName(kept!),
    after: { gone: fullName(gone!) },
  })
}

/** A row that was deleted, or whose value followed something else meanwhile, is left as it is. */
const restore = (tx: Tx, { table, key, column, from, to }: Moved) =>
  tx.execute(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${valueOf(table, column, from)}
    where ${whereKey(table, key)} and ${sql.identifier(column)} is not distinct from ${valueOf(table, column, to)}`)

/** The reasons why it cannot be undone: a later merge, something new of the kept person, or details that were changed. */
async function selectReasons(
  tx: Tx,
  { keptId, goneId }: { readonly keptId: string; readonly goneId: string },
  since: Date,
  moved: readonly Moved[],
): Promise<UndoRefusal[]> {
  const found = new Set<UndoRefusal>()
  const { rows: later } = await tx.execute(sql`
    select from members where id = ${keptId} and merged_into is not null
    union all select from person_merges where kept_id in (${keptId}, ${goneId}) and undone_at is null and merged_at > ${since}`)
  if (later.length > 0) found.add('merged_later')
  const { rows: erased } = await tx.execute(sql`select from erasures where member_id in (${keptId}, ${goneId})`)
  if (erased.length > 0) found.add('erased')
  const { rows: signedIn } = await tx.execute(
    sql`select from member_identities where member_id in (${keptId}, ${goneId}) and first_seen_at > ${since}`,
  )
  if (signedIn.length > 0) found.add('signed_in')
  for (const { table, column, added } of movedColumns) {
    if (!added) continue
    const { rows } = await tx.execute(sql`
      select from ${sql.identifier(table)}
      where ${sql.identifier(column)} in (${keptId}, ${goneId}) and ${sql.identifier(added)} > ${since} limit 1`)
    if (rows.length > 0) found.add(newThings[table] ?? 'new_other')
  }
  for (const { table, key, column, to } of moved) {
    if (following.includes(column) || !['members', 'club_people'].includes(table)) continue
    const { rows } = await tx.execute(sql`
      select from ${sql.identifier(table)} where ${whereKey(table, key)} and ${sql.identifier(column)} is distinct from ${valueOf(table, column, to)}`)
    if (rows.length > 0) found.add('details_changed')
  }
  const { rows: taken } = await tx.execute<{ email: string }>(sql`
    select email from members where email = any(${sql.param(
      moved.flatMap(({ table, column, from }) =>
        table === 'members' && column === 'email' && typeof from === 'string' ? [from] : [],
      ),
    )}::text[]) and id not in (${keptId}, ${goneId})`)
  if (taken.length > 0) found.add('email_taken')
  return [...found]
}

const newThings: Readonly<Record<string, UndoRefusal>> = {
  orders: 'new_purchase',
  membership_terms: 'new_purchase',
  event_entries: 'new_purchase',
  coupon_redemptions: 'new_purchase',
  renewals: 'new_purchase',
  threads: 'new_message',
  thread_messages: 'new_message',
  club_notes: 'new_note',
  members: 'new_family',
  family_invitations: 'new_family',
}
