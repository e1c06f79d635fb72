import { type BulkPeople, MOST_AT_ONCE, MOST_NAMED, type SkipReason } from '#contract/people/bulk.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { delayAction, peopleDelayedAt } from '#server/domains/audit/index.ts'
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
 * Those who match, by their ids. Whoever it is under way for is left out. Throws `too_many_people`.
 * @param when reasons to leave somebody out, as branches of a `case` over `people`, which come before that it is under way
 */
export async function selectChosen(
  db: Reader,
  caller: OfficeCaller,
  which: WhichMembers,
  kind: Action['kind'],
  when: SQL,
): Promise<Chosen[]> {
  const ids = await selectMatchingMembers(db, caller, which)
  if (ids.length > MOST_AT_ONCE) throw new Problem('too_many_people', { data: { most: MOST_AT_ONCE } })
  const { rows } = await db.execute<Chosen>(sql`
    select members.id, ${fullNameOf('members')} as name, case ${when}
      when members.id in ${peopleDelayedAt(caller.organisation.id, kind)} then 'under_way'
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

/** Whoever looks after them has archived them, or the portal's operator has disabled them: nothing is bought for or given to them. */
export const archivedToo = sql`when not members.enabled or members.archived_at is not null then 'archived'`

type Action = Omit<Parameters<typeof delayAction>[2], 'thingId' | 'label'>

interface Thing {
  readonly id: string
  readonly label: string
  /** Besides what all of the press have. */
  readonly payload?: object
}

/**
 * Delays an action for each of them, which are stopped together. Two who begin it at once meet in the order of the ids.
 * @returns those for whom it was under way already
 */
export async function delayForEach(
  tx: Tx,
  caller: OfficeCaller,
  things: readonly Thing[],
  { payload, press = newId(), ...action }: Action & { readonly press?: string },
): Promise<Set<string>> {
  const underWay = new Set<string>()
  for (const { id: thingId, label, payload: own } of things.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (!(await delayAction(tx, caller, { ...action, thingId, label, payload: { ...payload, ...own, press } })))
      underWay.add(thingId)
  return underWay
}

/** Delays an action for each of the chosen people who is not left out. */
export async function delayForPeople(
  tx: Tx,
  caller: OfficeCaller,
  chosen: readonly Chosen[],
  action: Action,
): Promise<BulkPeople> {
  const people = chosen.filter(({ skip }) => skip === null).map(({ id, name }) => ({ id, label: name }))
  const underWay = await delayForEach(tx, caller, people, action)
  return summaryOf(chosen.map((one) => (underWay.has(one.id) ? { ...one, skip: 'under_way' } : one)))
}
