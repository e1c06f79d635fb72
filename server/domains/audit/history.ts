import type { Output, Parsed } from '#contract/endpoint.ts'
import { type HistoryThing, MOST_CHANGES_COUNTED, type officeHistory } from '#contract/audit/history.ts'
import type { Scope } from '#contract/office/scopes.ts'
import type { OperatorHistoryEntry } from '#contract/operator.ts'
import type { PersonName } from '#contract/members/members.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { isMoneyField } from '#contract/money-fields.ts'
import { hasScope } from '#server/identity/scopes.ts'
import type { Actor, OfficeCaller } from '#server/http/actor.ts'
import { historySentence, writtenFields } from './history-words.ts'

const PAGE = 50

/** Which entries of a history. */
export type WhichHistory = Omit<Parsed<typeof officeHistory.list>, 'before' | 'orgId'>

/** A club's history, or what operators did at one club or all of them and elsewhere. */
type Whose = string | { readonly operatorsAt: string | null }

/** Things whose entries are for those alone who hold another right, too. */
const scopeOfThing: Partial<Record<HistoryThing, Scope>> = { thread: 'inbox', template: 'inbox' }

/** How much of a history somebody sees. */
export interface HistorySight {
  /** Amounts. */
  readonly money: boolean
  /** Things without their entries. */
  readonly hidden: readonly HistoryThing[]
}

export function historySight({ actor, organisation }: OfficeCaller): HistorySight {
  const lacks = (scope: Scope) => !hasScope(actor, scope, organisation.key)
  const things = Object.entries(scopeOfThing) as [HistoryThing, Scope][]
  return { money: !lacks('money.read'), hidden: things.flatMap(([thing, scope]) => (lacks(scope) ? [thing] : [])) }
}

/** An entry as it is kept: whoever shows it adds the words. */
export type KeptEntry = Omit<OperatorHistoryEntry, 'sentence' | 'fields'>

/** Adds the words in the language of whoever reads them. */
export const inWords = (entries: readonly KeptEntry[], { via }: Pick<Actor, 'via'>): OperatorHistoryEntry[] =>
  entries.map((entry) => ({
    ...entry,
    sentence: historySentence(entry, via.language),
    fields: writtenFields(entry.before, entry.after, via.language),
  }))

/**
 * Entries of a history, newest first, with how many there are.
 * @param after the last one of the previous part
 * @param countsAll also beyond those that a page counts
 */
export async function readHistory(
  db: Reader,
  whose: Whose,
  {
    after,
    limit,
    money,
    countsAll = false,
    ...filter
  }: WhichHistory &
    HistorySight & { readonly after?: string | undefined; readonly limit: number; readonly countsAll?: boolean },
): Promise<{ entries: KeptEntry[]; next: string | null; total: number }> {
  const matches = matching(whose, filter)
  const [{ rows }, count] = await Promise.all([
    db.execute<Row>(sql`
      select history.*, members.first_name, members.last_name, organisations.key as org_key, organisations.name as org_name
      from office_history history join members on members.id = history.actor_id
      left join organisations on organisations.id = history.org_id
      where ${matches} ${after ? sql`and history.id < ${after}` : sql``} order by history.id desc limit ${limit + 1}`),
    db.execute<{ total: number }>(sql`
      select count(*)::int as total from (select from office_history history where ${matches} ${countsAll ? sql`` : sql`limit ${MOST_CHANGES_COUNTED}`}) counted`),
  ])
  const entries = rows.slice(0, limit).map((row) => present(row, money))
  return { entries, next: rows.length > limit ? entries.at(-1)!.id : null, total: count.rows[0]!.total }
}

/** A page of a club's history, and who is named in it. */
export async function listHistory(
  db: Db,
  caller: OfficeCaller,
  { before, ...filter }: Parsed<typeof officeHistory.list>,
): Promise<Output<typeof officeHistory.list>> {
  const { actor, organisation } = caller
  const [part, people] = await Promise.all([
    readHistory(db, organisation.id, {
      ...filter,
      ...historySight(caller),
      after: before,
      limit: PAGE,
    }),
    db.execute<PersonName & Record<string, unknown>>(sql`
      select id, first_name as "firstName", last_name as "lastName" from members
      where id in (select actor_id from office_history where org_id = ${organisation.id})
      order by name_to_sort(first_name, last_name), id limit 200`),
  ])
  return { ...part, entries: inWords(part.entries, actor), people: people.rows }
}

/** A page of what was done to an event. */
export const listHistoryOfEvent = (
  db: Db,
  caller: OfficeCaller,
  { eventId, before }: Parsed<typeof officeHistory.ofEvent>,
) => historyOf(db, caller, { thing: 'event', thingId: eventId, before })

/** A page of what was done about a person. */
export const listHistoryOfPerson = (
  db: Db,
  caller: OfficeCaller,
  { memberId, before }: Parsed<typeof officeHistory.ofPerson>,
) => historyOf(db, caller, { thing: 'member', thingId: memberId, before })

async function historyOf(
  db: Db,
  caller: OfficeCaller,
  { before, ...which }: Pick<WhichHistory, 'thing' | 'thingId'> & { readonly before: string | undefined },
): Promise<Output<typeof officeHistory.ofEvent>> {
  const part = await readHistory(db, caller.organisation.id, {
    ...which,
    ...historySight(caller),
    after: before,
    limit: PAGE,
  })
  return { ...part, entries: inWords(part.entries, caller.actor) }
}

/** Days are those of Europe/Copenhagen, both included. */
function matching(
  whose: Whose,
  { thing, thingId, actorId, from, until, hidden }: WhichHistory & Pick<HistorySight, 'hidden'>,
): SQL {
  const midnight = (day: string, plus = 0) =>
    sql`((${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Copenhagen')`
  return sql.join(
    [
      ...(typeof whose === 'string' ? [sql`history.org_id = ${whose}`] : [sql`history.by_operator`]),
      ...(typeof whose !== 'string' && whose.operatorsAt !== null
        ? [sql`history.org_id = (select id from organisations where key = ${whose.operatorsAt})`]
        : []),
      ...(hidden.length > 0 ? [sql`history.thing <> all(${sql.param([...hidden])}::text[])`] : []),
      ...(thing ? [sql`history.thing = ${thing}`] : []),
      ...(thingId ? [sql`history.thing_id = ${thingId}`] : []),
      ...(actorId ? [sql`history.actor_id = ${actorId}`] : []),
      ...(from ? [sql`history.at >= ${midnight(from)}`] : []),
      ...(until ? [sql`history.at < ${midnight(until, 1)}`] : []),
    ],
    sql` and `,
  )
}

interface Row extends Record<string, unknown> {
  id: string
  at: Date
  actor_id: string
  first_name: string
  last_name: string
  by_operator: boolean
  org_key: string | null
  org_name: string | null
  name: OperatorHistoryEntry['name']
  thing: OperatorHistoryEntry['thing']
  thing_id: string | null
  label: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

const withoutMoney = (fields: Record<string, unknown> | null) =>
  fields && Object.fromEntries(Object.entries(fields).filter(([path]) => !isMoneyField(path)))

const present = (row: Row, money: boolean): KeptEntry => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  actor: { id: row.actor_id, firstName: row.first_name, lastName: row.last_name },
  byOperator: row.by_operator,
  club: row.org_key === null ? null : { key: row.org_key, name: row.org_name! },
  name: row.name,
  thing: row.thing,
  thingId: row.thing_id,
  label: row.label,
  before: money ? row.before : withoutMoney(row.before),
  after: money ? row.after : withoutMoney(row.after),
  reason: row.reason,
})
