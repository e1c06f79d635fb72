import { type BulkPeople, MOST_AT_ONCE, MOST_NAMED, type SkipReason } from '#contract/people/bulk.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { delayAction } from '#server/domains/audit/index.ts'
import { selectMatchingMembers, type WhichMembers } from '#server/domains/memberships/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'

/** Somebody for whom it is done, or why not. */
export interface Chosen extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly skip: SkipReason | null
}

/**
 * Those who match, by their ids. Who has left, or for whom it is under way, is left out. Throws `too_many_people`.
 * @param when further reasons, as branches of a `case` over `people`, which come before that it is under way
 */
export async function selectChosen(
  db: Reader,
  caller: OfficeCaller,
  which: WhichMembers,
  kind: Action['kind'],
  when = sql``,
): Promise<Chosen[]> {
  const ids = await selectMatchingMembers(db, caller, which)
  if (ids.length > MOST_AT_ONCE) throw new Problem('too_many_people', { data: { most: MOST_AT_ONCE } })
  const { rows } = await db.execute<Chosen>(sql`
    select members.id, ${fullNameOf('members')} as name, case
      when people.left_on is not null then 'left' ${when}
      when exists (select from delayed_actions where kind = ${kind} and thing_id = members.id and state = 'waiting') then 'under_way'
    end as skip
    from club_people people join members on members.id = people.member_id
    where people.org_id = ${caller.organisation.id}::uuid and members.id = any(${sql.param(ids)}::uuid[]) order by members.id`)
  return rows
}

export function summaryOf(chosen: readonly Chosen[]): BulkPeople {
  const skipped = Map.groupBy(chosen, ({ skip }) => skip)
  const people = skipped.get(null)?.length ?? 0
  skipped.delete(null)
  return {
    people,
    skipped: [...skipped].map(([reason, those]) => ({
      reason: reason!,
      count: those.length,
      names: those
        .map(({ name }) => name)
        .toSorted((a, b) => a.localeCompare(b, 'da'))
        .slice(0, MOST_NAMED),
    })),
  }
}

type Action = Omit<Parameters<typeof delayAction>[2], 'thingId' | 'label'>

/** Delays an action for each of them, which are stopped together. Two who begin it at once meet in the order of the ids. */
export async function delayForEach(
  tx: Tx,
  caller: OfficeCaller,
  chosen: readonly Chosen[],
  { payload, ...action }: Action,
): Promise<BulkPeople> {
  const press = newId()
  const begun: Chosen[] = []
  for (const one of chosen) {
    const each = { ...action, thingId: one.id, label: one.name, payload: { ...payload, press } }
    const waits = one.skip === null && !(await delayAction(tx, caller, each))
    begun.push(waits ? { ...one, skip: 'under_way' } : one)
  }
  return summaryOf(begun)
}
