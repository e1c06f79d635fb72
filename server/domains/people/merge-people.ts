import type { MergeRefusal, TakenField } from '#contract/people/duplicates.ts'
import { MOST_TAGS } from '#contract/people/register.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { sqlState } from '#server/database/errors.ts'
import { newId } from '#server/database/new-id.ts'
import { type AlsoHeld, type Moved, personMerges } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eq, sql, type SQL } from '#server/database/sql.ts'
import { delayedThing, recordOfficeChange } from '#server/domains/audit/index.ts'
import { recountMissingOf } from '#server/domains/events/index.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { recordStatuses } from '#server/domains/memberships/index.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { isUnderWay } from '#server/domains/payments/index.ts'
import type { Club, MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { movedColumns } from './person-columns.ts'
import { refuseOwnTraining } from './teams.ts'

export interface Two {
  readonly keptId: string
  readonly goneId: string
}

/** The columns of `members` behind a choice of the office. An address is taken whole. */
const takenColumns: Readonly<Record<TakenField, readonly string[]>> = {
  name: ['first_name', 'last_name'],
  email: ['email'],
  phone: ['phone'],
  dateOfBirth: ['date_of_birth'],
  gender: ['gender'],
  address: ['address_line1', 'address_line2', 'address_line3', 'post_code', 'city', 'country'],
}

/**
 * Makes two people one: what names the one who is gone names the one who is kept afterwards. Where the kept person holds the like, the
 * row stays ("also held"). Each changed value is written down, so that `undoMerge` can restore it.
 */
export async function mergePeople(
  secrets: Secrets,
  tx: Tx,
  caller: OfficeCaller,
  { keptId, goneId, take }: Two & { readonly take: readonly TakenField[] },
): Promise<{ mergeId: string }> {
  const two = { keptId, goneId }
  await lockTwo(tx, caller.organisation.id, two)
  if ((await selectRefusals(tx, caller.organisation.id, two)).length > 0) throw new Problem('merge_not_possible')
  const { rows: trains } = await tx.execute(
    sql`select from team_people where member_id = ${goneId} and role = 'trainer' and (until_on is null or until_on > ${copenhagenToday}) limit 1`,
  )
  if (trains.length > 0) refuseOwnTraining(caller, [keptId])
  return mergeLocked(secrets, tx, caller, { ...two, take })
}

/** Requires that both are locked, and that nothing is in the way. */
export async function mergeLocked(
  secrets: Secrets,
  tx: Tx,
  by: { readonly actor: Pick<MemberActor, 'actorId'>; readonly organisation: Pick<Club, 'id' | 'name'> },
  { keptId, goneId, take }: Two & { readonly take: readonly TakenField[] },
): Promise<{ mergeId: string }> {
  const { organisation, actor } = by
  const two = { keptId, goneId }
  const ownerId = await selectOwner(tx, keptId)
  const kept = (await selectOptionalMember(tx, keptId))!
  const gone = (await selectOptionalMember(tx, goneId))!

  const log = new Log(tx)
  await mergeDetails(log, two, ownerId ? [] : take)
  await mergeRegister(log, organisation.id, two)
  for (const { table, column } of movedColumns)
    if (table === 'membership_terms') await moveTerms(log, two)
    else if (table === 'order_lines') await moveLines(log, two)
    else await log.move(table, column, two)
  await log.edit('members', sql`id = ${goneId}`, { enabled: sql`false`, merged_into: sql`${keptId}::uuid` })
  await log.keep('memberships', sql`member_id in (${keptId}, ${goneId})`, () =>
    recordStatuses(tx, { memberIds: [keptId, goneId] }, tx.now),
  )
  await refreshDerived(tx, two)
  await recountMissingOf(secrets, tx, [keptId, goneId])

  const mergeId = newId()
  const { moved } = log
  const alsoHeld = [...new Map(log.alsoHeld.map((one) => [JSON.stringify(one), one])).values()]
  await tx
    .insert(personMerges)
    .values({ id: mergeId, orgId: organisation.id, ...two, moved, alsoHeld, mergedBy: actor.actorId })
  await recordOfficeChange(tx, by, {
    name: 'people_merged',
    thing: 'member',
    thingId: keptId,
    label: fullName(kept),
    after: { gone: fullName(gone), alsoHeld: alsoHeld.length },
  })
  if (ownerId)
    await notify(tx, {
      receiverId: ownerId,
      type: 'CONTACT_US',
      texts: (locale) => ({
        title: m.notification_merged_title({ club: organisation.name }, { locale }),
        message: m.notification_merged_text({ name: fullName(gone) }, { locale }),
      }),
      data: { mergeId },
      onceKey: `merged:${mergeId}`,
    })
  return { mergeId }
}

/** Locks both in the order of their ids: two merges at once, and whoever buys for one of them meanwhile, wait for each other. */
export async function lockTwo(tx: Tx, orgId: string, { keptId, goneId }: Two): Promise<void> {
  if (keptId === goneId) throw new Problem('not_found')
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from members where id in (${keptId}, ${goneId}) order by id for update`,
  )
  const { rows: known } = await tx.execute(
    sql`select from club_people where org_id = ${orgId} and member_id in (${keptId}, ${goneId}) for update`,
  )
  if (rows.length < 2 || known.length < 2) throw new Problem('not_found')
}

/** Whether somebody signs in, or is looked after by somebody who does: their own words win, and no office changes whose they are. */
export const hasOwner = (person: SQL): SQL => sql`exists (
  select from member_identities own where own.member_id = ${person}
    or own.member_id = (select parent_id from members child where child.id = ${person}))`

async function selectOwner(db: Reader, memberId: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.member_id as id from member_identities own join members on members.id = ${memberId} and own.member_id in (members.id, parent_id) limit 1`)
  return rows[0]?.id ?? null
}

/** The reasons why these two cannot be made one by this office. */
export async function selectRefusals(db: Reader, orgId: string, { keptId, goneId }: Two): Promise<MergeRefusal[]> {
  const both = sql`(${keptId}::uuid, ${goneId}::uuid)`
  const { rows } = await db.execute<{ because: MergeRefusal }>(sql`
    select 'merged_already' as because where exists (select from members where id in ${both} and (merged_into is not null or not enabled))
    union all
    select case when ${hasOwner(sql`${keptId}::uuid`)} then 'both_sign_in' else 'gone_signs_in' end where ${hasOwner(sql`${goneId}::uuid`)}
    union all
    select 'other_club' where exists (select from club_people where member_id in ${both} and org_id <> ${orgId})
      or exists (select from memberships where member_id in ${both} and org_id <> ${orgId})
      or exists (select from orders where org_id <> ${orgId} and buyer_id in ${both})
      or exists (select from order_lines lines join orders on orders.id = lines.order_id where lines.member_id in ${both} and orders.org_id <> ${orgId})
      or exists (select from threads where member_id in ${both} and org_id <> ${orgId})
    union all
    select 'own_family' where exists (select from members where id in ${both} and parent_id in ${both})
      or exists (select from family_invitations where status = 'approved' and inviter_id in ${both} and invitee_id in ${both})
    union all
    select 'two_guardians' from members one join members other on one.id = ${keptId} and other.id = ${goneId}
    where one.parent_id <> other.parent_id
    union all
    select 'saved_card' where exists (select from saved_cards where member_id = ${goneId} and deleted_at is null)
    union all
    select 'under_way' where exists (
        select from orders join payments on payments.order_id = orders.id
        where (orders.buyer_id in ${both} or orders.id in (select order_id from order_lines where member_id in ${both}))
          and ${isUnderWay})
      or exists (select from delayed_actions where ${delayedThing} in ${both} and state = 'waiting')
      or exists (select from renewals_under_way under_way join memberships on memberships.id = under_way.membership_id where member_id in ${both})`)
  return rows.map(({ because }) => because)
}

/** Whether the guardian of the one who goes looks after nobody here afterwards: whoever signs in gets no guardian by a merge. */
export async function selectEndsGuardian(db: Reader, { keptId, goneId }: Two): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from members kept join members gone on gone.id = ${goneId} and gone.parent_id is not null
    where kept.id = ${keptId} and kept.parent_id is null and exists (select from member_identities where member_id = kept.id)`)
  return rows.length > 0
}

/** The chosen fields; the address of the one who is gone is free afterwards, and nobody signs in as them by it. */
async function mergeDetails(log: Log, two: Two, take: readonly TakenField[]): Promise<void> {
  const { keptId, goneId } = two
  const { rows } = await log.tx.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(members) as row from members where id = ${goneId}`,
  )
  const gone = rows[0]!.row
  await log.edit('members', sql`id = ${goneId}`, { email: sql`null` })
  const { rows: kept } = await log.tx.execute<{ parent: string | null }>(
    sql`select parent_id as parent from members where id = ${keptId}`,
  )
  const adopts = kept[0]!.parent === null && gone['parent_id'] !== null && !(await selectEndsGuardian(log.tx, two))
  const columns = take.flatMap((field) => takenColumns[field])
  // An address of their own is never replaced by none.
  const values = columns.filter((column) => column !== 'email' || gone['email'] !== null)
  await log.edit('members', sql`id = ${keptId}`, {
    ...Object.fromEntries(values.map((column) => [column, valueOf('members', column, gone[column])])),
    ...(adopts && { parent_id: sql`${gone['parent_id']}::uuid` }),
    ...(values.length > 0 && { update_date: sql`portal_now()` }),
  })
}

/** The row of the register for both: the earlier day, as many tags as somebody can have, fields that the kept person has not; whoever belongs to the club still does. */
const mergeRegister = (log: Log, orgId: string, { keptId, goneId }: Two): Promise<void> => {
  const gone = (column: SQL) =>
    sql`(select ${column} from club_people gone where gone.org_id = ${orgId} and gone.member_id = ${goneId})`
  const leaving = (column: SQL) =>
    sql`(select ${column} from club_people two where two.org_id = ${orgId} and two.member_id in (${keptId}, ${goneId})
      order by two.left_reason is not distinct from 'deceased' desc, two.left_on desc nulls first, two.member_id = ${keptId} desc limit 1)`
  return log.edit('club_people', sql`org_id = ${orgId} and member_id = ${keptId}`, {
    left_on: leaving(sql`two.left_on`),
    left_reason: leaving(sql`two.left_reason`),
    since: sql`least(since, ${gone(sql`gone.since`)})`,
    tags: sql`array(
      select tag from unnest(tags || array(
        select distinct tag from unnest(${gone(sql`gone.tags`)}) tag where tag <> all(tags)
        order by tag limit greatest(${MOST_TAGS} - cardinality(tags), 0))) tag
      order by tag)`,
    fields: sql`${gone(sql`gone.fields`)} || fields`,
    version: sql`version + 1`,
  })
}

/** Where both have a membership, the seasons go to the kept one; a season that both hold stays. */
async function moveTerms(log: Log, two: Two): Promise<void> {
  const { rows } = await log.tx.execute<{ id: string; to: string }>(sql`
    select gone.id, kept.id as to from memberships gone join memberships kept on kept.org_id = gone.org_id and kept.member_id = ${two.keptId}
    where gone.member_id = ${two.goneId}`)
  for (const { id, to } of rows) {
    await log.edit('memberships', sql`id = ${id} and auto_renewal`, { auto_renewal: sql`false` })
    await log.set('membership_terms', sql`membership_id = ${id}`, { membership_id: to, member_id: two.keptId })
    await log.set('renewals', sql`membership_id = ${id}`, { membership_id: to, member_id: two.keptId })
  }
  await log.move(
    'membership_terms',
    'member_id',
    two,
    sql`membership_id not in (select id from memberships where member_id = ${two.goneId})`,
  )
}

/** Lines go with their season or place. */
async function moveLines(log: Log, { keptId, goneId }: Two): Promise<void> {
  const { tx } = log
  const goes = sql`member_id = ${goneId} and not exists (select from membership_terms where id = term_id and member_id = ${goneId})
    and not exists (select from event_entries where id = entry_id and member_id = ${goneId})`
  const { rows } = await tx.execute<{ id: string; to: string }>(sql`
    select lines.id, terms.membership_id as to from order_lines lines join membership_terms terms on terms.id = lines.term_id
    where lines.member_id = ${goneId} and terms.member_id = ${keptId} and terms.membership_id <> lines.membership_id`)
  for (const { id, to } of rows) await log.set('order_lines', sql`id = ${id}`, { membership_id: to })
  await log.set('order_lines', goes, { member_id: keptId })
}

/** Columns that the database writes from names and addresses when these change, for rows that have another person now. */
export async function refreshDerived(tx: Tx, { keptId, goneId }: Two): Promise<void> {
  const both = sql`(${keptId}::uuid, ${goneId}::uuid)`
  await tx.execute(sql`
    update orders set search = found.search from searched_orders found
    where found.id = orders.id and status in ('paid', 'refunded') and orders.search <> found.search
      and orders.id in (select id from orders where buyer_id in ${both} union select order_id from order_lines where member_id in ${both})`)
  await tx.execute(sql`
    update threads set search = left(concat_ws(' ', subject, members.first_name, members.last_name, members.email,
      (select string_agg(text, ' ' order by created_at) from thread_messages where thread_id = threads.id)), 100000)
    from members where members.id = threads.member_id and threads.member_id in ${both}`)
  await tx.execute(sql`
    update event_entries set sort_name = name_to_sort(first_name, last_name), sort_born = date_of_birth
    from members where members.id = member_id and member_id in ${both}
      and (sort_name, sort_born) is distinct from (name_to_sort(first_name, last_name), date_of_birth)`)
  // The notes' triggers write this table, and remove nothing.
  await tx.execute(sql`
    delete from member_comments comments where member_id in ${both} and not exists (
      select from club_notes where is_comment and club_notes.org_id = comments.org_id and club_notes.member_id = comments.member_id)`)
}

/** A value of a column as JSON has it. */
export const valueOf = (table: string, column: string, value: unknown): SQL =>
  sql`(select ${sql.identifier(column)} from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify({ [column]: value })}::jsonb))`

export const whereKey = (table: string, key: Moved['key']): SQL =>
  sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.identifier(column)} = ${valueOf(table, column, value)}`),
    sql` and `,
  )

/** Changes values and writes down what they were. */
class Log {
  readonly moved: Moved[] = []
  readonly alsoHeld: AlsoHeld[] = []
  readonly tx: Tx
  readonly #facts = new Map<string, { readonly key: string[]; readonly written: string[] }>()
  constructor(tx: Tx) {
    this.tx = tx
  }

  /** Rows that name the person who is gone; one that may not be there twice stays. */
  async move(table: string, column: string, { keptId, goneId }: Two, where: SQL = sql`true`): Promise<void> {
    // A link to oneself says nothing.
    const other = { inviter_id: sql`invitee_id`, invitee_id: sql`inviter_id` }[column]
    const apart = other
      ? sql`${other} is distinct from ${keptId}::uuid`
      : table === 'members'
        ? sql`id <> ${keptId}`
        : sql`true`
    await this.set(table, sql`${sql.identifier(column)} = ${goneId} and ${apart} and ${where}`, { [column]: keptId })
    if (other) await this.#note(table, sql`${sql.identifier(column)} = ${goneId} and not (${apart})`)
  }

  /** Sets ids, all at once; one by one where one of them would be there twice. */
  async set(table: string, where: SQL, values: Readonly<Record<string, string>>): Promise<void> {
    const before = await this.#select(table, where)
    if (before.length === 0) return
    const sets = Object.fromEntries(Object.entries(values).map(([column, id]) => [column, sql`${id}::uuid`]))
    if (await this.#attempt(table, where, sets)) return this.#write(table, before, values)
    for (const row of before) {
      const key = await this.#keyOf(table, row)
      if (await this.#attempt(table, whereKey(table, key), sets)) await this.#write(table, [row], values)
      else this.alsoHeld.push({ table, key })
    }
  }

  /** Any other change of one row. */
  async edit(table: string, where: SQL, sets: Readonly<Record<string, SQL>>): Promise<void> {
    if (Object.keys(sets).length > 0) await this.keep(table, where, () => this.#update(table, where, sets))
  }

  /** Writes down what `change` changes in some rows, which stay found. */
  async keep(table: string, where: SQL, change: () => Promise<unknown>): Promise<void> {
    const before = await this.#select(table, where)
    await change()
    for (const row of before) {
      const key = await this.#keyOf(table, row)
      const [after] = await this.#select(table, whereKey(table, key))
      const { written } = await this.#factsOf(table)
      const changed = written.filter((column) => JSON.stringify(row[column]) !== JSON.stringify(after![column]))
      for (const column of changed) this.moved.push({ table, key, column, from: row[column], to: after![column] })
    }
  }

  async #write(table: string, rows: readonly Row[], values: Readonly<Record<string, string>>): Promise<void> {
    for (const row of rows) {
      const key = await this.#keyOf(table, { ...row, ...values })
      for (const [column, to] of Object.entries(values))
        if (row[column] !== to) this.moved.push({ table, key, column, from: row[column], to })
    }
  }

  async #note(table: string, where: SQL): Promise<void> {
    for (const row of await this.#select(table, where))
      this.alsoHeld.push({ table, key: await this.#keyOf(table, row) })
  }

  #update(table: string, where: SQL, sets: Readonly<Record<string, SQL>>) {
    const list = Object.entries(sets).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
    return this.tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(list, sql`, `)} where ${where}`)
  }

  /** @returns false, and nothing is changed, where a row would be there twice */
  async #attempt(table: string, where: SQL, sets: Readonly<Record<string, SQL>>): Promise<boolean> {
    await this.tx.execute(sql`savepoint attempt`)
    try {
      await this.#update(table, where, sets)
      await this.tx.execute(sql`release savepoint attempt`)
      return true
    } catch (error) {
      if (sqlState(error) !== '23505') throw error
      await this.tx.execute(sql`rollback to savepoint attempt`)
      return false
    }
  }

  async #select(table: string, where: SQL): Promise<Row[]> {
    const { rows } = await this.tx.execute<{ row: Row }>(
      sql`select to_jsonb(${sql.identifier(table)}) as row from ${sql.identifier(table)} where ${where} order by 1`,
    )
    return rows.map(({ row }) => row)
  }

  async #keyOf(table: string, row: Row): Promise<Row> {
    const { key } = await this.#factsOf(table)
    return Object.fromEntries(key.map((column) => [column, row[column]]))
  }

  async #factsOf(table: string) {
    const known = this.#facts.get(table)
    if (known) return known
    const { rows } = await this.tx.execute<{ name: string; inKey: boolean }>(sql`
      select attname as name, coalesce(attnum = any(indkey), false) as "inKey" from pg_attribute
      left join pg_index on indrelid = attrelid and indisprimary
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    const facts = {
      key: rows.flatMap(({ name, inKey }) => (inKey ? [name] : [])),
      written: rows.map(({ name }) => name),
    }
    this.#facts.set(table, facts)
    return facts
  }
}
type Row = Record<string, unknown>

export const selectMerge = async (tx: Tx, mergeId: string) =>
  (await tx.select().from(personMerges).where(eq(personMerges.id, mergeId)).for('update'))[0]
