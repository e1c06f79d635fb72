import type {
  ComparedPerson,
  Comparison,
  DuplicatePair,
  Likeness,
  MergeRequest,
  PersonMerge,
} from '#contract/people/duplicates.ts'
import { type Db, onOneConnection, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { duplicatePairs } from '#server/database/schema/index.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { grantedMembers, wasAdminOf } from '#server/identity/scopes.ts'
import { hasOwner, selectEndsGuardian, selectRefusals, type Two } from './merge-people.ts'
import { foldedName, foldedPhone } from './same-person.ts'

const MOST_PAIRS = 100

/**
 * Pairs of a club, in one query: the same name, and the same birth date, phone number or post code. Two birth dates are two people. E-mail
 * addresses say nothing, because no two people of the portal have the same.
 */
async function selectPairs(db: Reader, orgId: string): Promise<{ pairs: DuplicatePair[]; total: number }> {
  const { rows } = await db.execute<{
    oneId: string
    one: string
    otherId: string
    other: string
    because: Likeness[]
    total: number
  }>(sql`
    with people as materialized (
      select id, ${fullNameOf('members')} as name, ${foldedName('members')} as folded, date_of_birth as born, ${foldedPhone('members')} as phone, post_code
      from club_people join members on members.id = club_people.member_id
      where org_id = ${orgId}::uuid and enabled and merged_into is null and first_name || last_name <> ''
    ), pairs as (
      select one.id as one_id, one.name as one, other.id as other_id, other.name as other, array_remove(array[
        case when one.born = other.born then 'birth_date' end,
        case when one.phone = other.phone and one.phone <> '' then 'phone' end,
        case when one.post_code = other.post_code and one.post_code <> '' then 'post_code' end], null) as because
      from people one join people other on other.folded = one.folded and other.id > one.id
      where (one.born = other.born) is not false
    )
    select one_id as "oneId", one, other_id as "otherId", other, because, (count(*) over ())::int as total
    from pairs where because <> '{}' and not exists (
      select from duplicate_pairs known where known.org_id = ${orgId}::uuid and known.one_id = pairs.one_id and known.other_id = pairs.other_id)
    order by 'birth_date' = any(because) desc, cardinality(because) desc, one, one_id, other_id limit ${MOST_PAIRS}`)
  return {
    pairs: rows.map(({ oneId, one, otherId, other, because }) => ({
      people: [
        { memberId: oneId, name: one },
        { memberId: otherId, name: other },
      ],
      because,
    })),
    total: rows[0]?.total ?? 0,
  }
}

export async function listDuplicates(db: Db, { organisation }: OfficeCaller) {
  const found = await selectPairs(db, organisation.id)
  return {
    ...found,
    merges: await selectMerges(db, organisation.id),
    requests: await selectOpenRequests(db, organisation.id),
  }
}

async function selectMerges(db: Reader, orgId: string): Promise<PersonMerge[]> {
  const { rows } = await db.execute<{
    id: string
    keptId: string
    kept: string
    goneId: string
    gone: string
    by: string
    at: Date
    alsoHeld: number
  }>(sql`
    select merges.id, kept_id as "keptId", ${fullNameOf('kept')} as kept, gone_id as "goneId", ${fullNameOf('gone')} as gone,
      ${fullNameOf('doer')} as by, merged_at as at, jsonb_array_length(also_held) as "alsoHeld"
    from person_merges merges join members kept on kept.id = kept_id join members gone on gone.id = gone_id join members doer on doer.id = merged_by
    where org_id = ${orgId}::uuid and undone_at is null order by merged_at desc, merges.id desc limit 50`)
  return rows.map(({ id, keptId, kept, goneId, gone, by, at, alsoHeld }) => ({
    id,
    kept: { memberId: keptId, name: kept },
    gone: { memberId: goneId, name: gone },
    by,
    at: new Date(at).toISOString(),
    alsoHeld,
  }))
}

/** Two people are merged in the name of whoever asked them, while they are enabled and may change the club's members. */
export const mayStillAsk = sql`exists (
  select from members where members.id = merge_requests.asked_by and enabled and (
    ${wasAdminOf(sql`members.id`, sql`merge_requests.org_id`)} or members.id in (${grantedMembers(sql`merge_requests.org_id`, 'members.write')})))`

/** Requests of a club that wait for an answer; those about two people, whoever of them stays. */
export async function selectOpenRequests(db: Reader, orgId: string, two?: Two): Promise<MergeRequest[]> {
  const { rows } = await db.execute<
    Omit<MergeRequest, 'kept' | 'gone'> & { keptId: string; kept: string; goneId: string; gone: string } & Record<
        string,
        unknown
      >
  >(sql`
    select merge_requests.id, kept_id as "keptId", ${fullNameOf('kept')} as kept, gone_id as "goneId", ${fullNameOf('gone')} as gone,
      ${fullNameOf('asker')} as by, until, kept_agreed_at is not null as "keptAgreed", gone_agreed_at is not null as "goneAgreed"
    from merge_requests join members kept on kept.id = kept_id join members gone on gone.id = gone_id join members asker on asker.id = asked_by
    where org_id = ${orgId}::uuid and declined_at is null and withdrawn_at is null and merged_at is null and until > portal_now() and ${mayStillAsk}
      ${two ? sql`and kept_id in (${two.keptId}, ${two.goneId}) and gone_id in (${two.keptId}, ${two.goneId})` : sql``}
    order by until desc, merge_requests.id limit 50`)
  return rows.map(({ keptId, kept, goneId, gone, until, ...row }) => ({
    ...row,
    kept: { memberId: keptId, name: kept },
    gone: { memberId: goneId, name: gone },
    until: new Date(until).toISOString(),
  }))
}

export const comparePeople = (db: Db, { organisation }: OfficeCaller, two: Two): Promise<Comparison> =>
  onOneConnection(db, async (one) => {
    const endsGuardian = await selectEndsGuardian(one, two)
    const [kept, gone] = [
      await selectCompared(one, organisation.id, two.keptId),
      await selectCompared(one, organisation.id, two.goneId, { endsGuardian }),
    ]
    if (!kept || !gone || two.keptId === two.goneId) throw new Problem('not_found')
    return {
      kept,
      gone,
      refusals: await selectRefusals(one, organisation.id, two),
      both: await selectBoth(one, organisation.id, two),
      endsGuardian,
      request: (await selectOpenRequests(one, organisation.id, two))[0] ?? null,
    }
  })

/** @param endsGuardian their family is counted without their guardian, and those whom only the guardian is linked with */
export async function selectCompared(
  db: Reader,
  orgId: string,
  memberId: string,
  { endsGuardian = false } = {},
): Promise<ComparedPerson | null> {
  const count = (from: SQL) => sql`(select count(*)::int from ${from})`
  const { rows } = await db.execute<ComparedPerson & Record<string, unknown>>(sql`
    select members.id as "memberId", ${fullNameOf('members')} as name, number, since::text, ${hasOwner(sql`members.id`)} as "hasOwner",
      jsonb_build_object('name', ${fullNameOf('members')}, 'dateOfBirth', date_of_birth, 'gender', gender, 'email', coalesce(email, ''), 'phone', phone,
        'address', concat_ws(', ', nullif(address_line1, ''), nullif(address_line2, ''), nullif(address_line3, ''),
          nullif(trim(post_code || ' ' || city), ''), nullif(country, ''))) as fields,
      ${count(sql`membership_terms terms where terms.member_id = members.id and terms.org_id = club_people.org_id and status in ('active', 'cancelled')`)} as seasons,
      ${count(sql`event_entries entries where entries.member_id = members.id and entries.org_id = club_people.org_id and status = 'paid'`)} as tickets,
      ${count(sql`orders where orders.buyer_id = members.id and orders.org_id = club_people.org_id and status in ('paid', 'refunded')`)} as purchases,
      ${count(sql`threads where threads.member_id = members.id and threads.org_id = club_people.org_id`)} as questions,
      ${count(sql`club_notes notes where notes.member_id = members.id and notes.org_id = club_people.org_id`)} as notes,
      ${count(sql`(select member_id from people_in_reach where actor_id = members.id union select actor_id from people_in_reach
        where member_id = members.id ${endsGuardian ? sql`and acting_as = 'relative'` : sql``}) reach`)} as family
    from club_people join members on members.id = club_people.member_id
    where club_people.org_id = ${orgId}::uuid and members.id = ${memberId}::uuid`)
  return rows[0] ?? null
}

/** Seasons and places that are there once a person. */
export async function selectBoth(db: Reader, orgId: string, { keptId, goneId }: Two): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select configurations.name from membership_terms gone
    join membership_terms kept on kept.configuration_id = gone.configuration_id and kept.member_id = ${keptId} and kept.status in ('held', 'active')
    join membership_configurations configurations on configurations.id = gone.configuration_id
    where gone.member_id = ${goneId} and gone.org_id = ${orgId}::uuid and gone.status in ('held', 'active')
    union all
    select events.title from event_entries gone
    join event_entries kept on kept.event_id = gone.event_id and kept.member_id = ${keptId} and kept.status in ('held', 'paid') and kept.one_per_person
    join events on events.id = gone.event_id
    where gone.member_id = ${goneId} and gone.org_id = ${orgId}::uuid and gone.status in ('held', 'paid') and gone.one_per_person
    limit 50`)
  return rows.map(({ name }) => name)
}

/** Remembers that two people are not one, whatever they have in common. */
export async function decidePair(
  tx: Tx,
  { actor, organisation }: OfficeCaller,
  { memberId, otherId, notSame }: { readonly memberId: string; readonly otherId: string; readonly notSame: boolean },
): Promise<void> {
  const [oneId, twoId] = [memberId, otherId].toSorted() as [string, string]
  const { rows } = await tx.execute(
    sql`select from club_people where org_id = ${organisation.id} and member_id in (${oneId}, ${twoId})`,
  )
  if (rows.length < 2) throw new Problem('not_found')
  const pair = { orgId: organisation.id, oneId, otherId: twoId }
  if (notSame)
    await tx
      .insert(duplicatePairs)
      .values({ ...pair, decidedBy: actor.actorId })
      .onConflictDoNothing()
  else
    await tx
      .delete(duplicatePairs)
      .where(
        and(eq(duplicatePairs.orgId, pair.orgId), eq(duplicatePairs.oneId, oneId), eq(duplicatePairs.otherId, twoId)),
      )
}
