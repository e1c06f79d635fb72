import type { OfficeEvent } from '#contract/audit/history.ts'
import { type LocalText, textsIn } from '#contract/local-text.ts'
import type { Scope } from '#contract/office/scopes.ts'
import { type TimelineEntry, type TimelineKind, timelineKinds } from '#contract/people/timeline.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { afterCursor, cursorAfter, orderOf } from '#server/database/list-order.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { historySentence } from '#server/domains/audit/index.ts'
import { firstDay, lastDay } from '#server/domains/events/index.ts'
import { requireMemberOf } from '#server/domains/members/index.ts'
import { isToReturn } from '#server/domains/orders/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { scopesAt } from '#server/identity/scopes.ts'

const PAGE = 50
const order = orderOf({ at: { key: sql`key`, type: 'timestamptz', descending: true } }, 'at')

/** Which right shows a kind; whoever opens the page reads members. */
const scopes: Readonly<Record<TimelineKind, Scope>> = {
  membership: 'members.read',
  event: 'events.read',
  order: 'money.read',
  payment: 'money.read',
  refund: 'money.read',
  thread: 'inbox',
  message: 'members.read',
  note: 'members.read',
  history: 'members.read',
}

/** A page of what happened between a person and the club, newest first, in one query. Each part reads one page by an index at most. */
export async function listTimeline(
  db: Db,
  { actor, organisation }: OfficeCaller,
  {
    memberId,
    kind,
    after,
  }: { readonly memberId: string; readonly kind?: TimelineKind | undefined; readonly after?: string | undefined },
): Promise<{ entries: TimelineEntry[]; next: string | null; kinds: TimelineKind[] }> {
  await requireMemberOf(db, organisation.id, memberId)
  const held = scopesAt(actor, organisation.key, 'read')
  const kinds = timelineKinds.filter((one) => held.includes(scopes[one]))
  const shown = kinds.filter((one) => kind === undefined || kind === one)
  if (shown.length === 0) return { entries: [], next: null, kinds }
  const which = { orgId: organisation.id, memberId }
  const parts = shown.map(
    (one) => sql`(select ${one}::text as kind, part.* from (${partOf[one](which)}) part
      where ${afterCursor(order, after)} order by ${order.by} limit ${PAGE + 1})`,
  )
  const { rows } = await db.execute<Row>(
    sql`select * from (${sql.join(parts, sql` union all `)}) timeline order by ${order.by} limit ${PAGE + 1}`,
  )
  const page = rows.slice(0, PAGE)
  const { language } = actor.via
  return {
    entries: page.map((row) => ({
      ...row.facts,
      kind: row.kind,
      id: row.id,
      at: atOf(row),
      ...titleOf(row, language),
      amount: row.facts.amount ?? null,
      days: row.facts.days ?? null,
      thingId: row.facts.thingId ?? null,
      by: row.facts.by ?? '',
    })),
    next: rows.length > PAGE ? cursorAfter({ key: atOf(page.at(-1)!), id: page.at(-1)!.id }) : null,
    kinds,
  }
}

interface Row extends Record<string, unknown> {
  readonly kind: TimelineKind
  readonly id: string
  readonly key: Date
  readonly texts: LocalText
  readonly facts: Pick<TimelineEntry, 'name' | 'state'> &
    Partial<Pick<TimelineEntry, 'amount' | 'days' | 'by' | 'thingId'>>
}

const atOf = ({ key }: Row) => new Date(key).toISOString()

function titleOf({ kind, texts, facts }: Row, language: Language) {
  if (kind === 'membership' || kind === 'event') return textsIn({ title: texts }, language)
  if (kind !== 'history') return { title: texts.da }
  return { title: historySentence({ name: facts.name as OfficeEvent, label: texts.da }, language) }
}

interface Which {
  readonly orgId: string
  readonly memberId: string
}

const plain = (text: SQL) => sql`jsonb_build_object('da', ${text}) as texts`
const days = (from: SQL, until: SQL) => sql`jsonb_build_object('startDate', ${from}, 'endDate', ${until})`
const money = (minor: SQL, currency: SQL) => sql`jsonb_build_object('minor', ${minor}, 'currency', ${currency})`

/** Orders that the person bought, or that are for them. */
const ordersOf = ({ orgId, memberId }: Which) => sql`(
  select orders.* from orders where id in (
    select id from orders where buyer_id = ${memberId}::uuid union select order_id from order_lines where member_id = ${memberId}::uuid)
  and org_id = ${orgId}::uuid) orders`

/** The rows of each kind: id, moment as `key`, texts and facts. */
const partOf: Readonly<Record<TimelineKind, (which: Which) => SQL>> = {
  membership: ({ orgId, memberId }) => sql`
    select terms.id, terms.created_at as key, seasons.name_texts as texts,
      jsonb_build_object('name', '', 'state', terms.status, 'days', ${days(sql`terms.start_date`, sql`terms.end_date`)}) as facts
    from memberships join membership_terms terms on terms.membership_id = memberships.id
    join membership_configurations seasons on seasons.id = terms.configuration_id
    where memberships.org_id = ${orgId}::uuid and memberships.member_id = ${memberId}::uuid and terms.status <> 'released'`,
  event: ({ orgId, memberId }) => sql`
    select entries.id, entries.created_at as key, events.title_texts as texts,
      jsonb_build_object('name', '', 'state', entries.status, 'thingId', events.id,
        'days', ${days(firstDay, lastDay)}) as facts
    from event_entries entries join events on events.id = entries.event_id
    where entries.org_id = ${orgId}::uuid and entries.member_id = ${memberId}::uuid and entries.status <> 'released'`,
  order: (which) => sql`
    select orders.id, orders.created_at as key, ${plain(sql`orders.number`)},
      jsonb_build_object('name', '', 'state', orders.status, 'amount', ${money(sql`orders.total`, sql`orders.currency`)},
        'by', ${fullNameOf('buyers')}) as facts
    from ${ordersOf(which)} join members buyers on buyers.id = orders.buyer_id`,
  payment: (which) => sql`
    select payments.id, coalesce(payments.captured_at, payments.created_at) as key, ${plain(sql`orders.number`)},
      jsonb_build_object('name', payments.provider, 'state', payments.status,
        'amount', ${money(sql`payments.amount`, sql`payments.currency`)}) as facts
    from ${ordersOf(which)} join payments on payments.order_id = orders.id
    where payments.status in ('captured', 'declined', 'unknown', 'voided')`,
  refund: (which) => sql`
    select refunds.id, refunds.created_at as key, ${plain(sql`orders.number`)},
      jsonb_build_object('name', refunds.cause, 'amount', ${money(sql`refunds.amount`, sql`refunds.currency`)},
        'state', case when ${isToReturn} then 'to_return' else refunds.status end) as facts
    from ${ordersOf(which)} join refunds on refunds.order_id = orders.id join payments on payments.id = refunds.payment_id`,
  thread: ({ orgId, memberId }) => sql`
    select id, created_at as key, ${plain(sql`subject`)}, jsonb_build_object('name', '', 'state', state, 'thingId', id) as facts
    from threads where member_id = ${memberId}::uuid and org_id = ${orgId}::uuid`,
  // Of all that a person gets, what is about the club: by its own id, or by that of its order, charge or thread.
  message: ({ orgId, memberId }) => sql`
    select id, created_at as key, ${plain(sql`''`)}, jsonb_build_object('name', template, 'state', status, 'by', channel) as facts
    from messages where member_id = ${memberId}::uuid and (
      data ->> 'orgId' = ${orgId}
      or exists (select from orders where orders.id = (data ->> 'orderId')::uuid and orders.org_id = ${orgId}::uuid)
      or exists (select from renewal_charges charges where charges.id = (data ->> 'chargeId')::uuid and charges.org_id = ${orgId}::uuid)
      or exists (select from threads where threads.id = (data ->> 'threadId')::uuid and threads.org_id = ${orgId}::uuid))`,
  note: ({ orgId, memberId }) => sql`
    select notes.id, notes.created_at as key, ${plain(sql`left(notes.text, 300)`)},
      jsonb_build_object('name', notes.kind, 'state', case when follow_up_on is null then '' when done_at is null then 'due' else 'done' end,
        'by', coalesce(${fullNameOf('members')}, '')) as facts
    from club_notes notes left join members on members.id = notes.author_id
    where notes.org_id = ${orgId}::uuid and notes.member_id = ${memberId}::uuid`,
  history: ({ orgId, memberId }) => sql`
    select history.id, history.at as key, ${plain(sql`history.label`)},
      jsonb_build_object('name', history.name, 'state', '', 'by', ${fullNameOf('members')}) as facts
    from office_history history join members on members.id = history.actor_id
    where history.org_id = ${orgId}::uuid and history.thing = 'member' and history.thing_id = ${memberId}
      and history.name not like 'person_note%'`,
}
