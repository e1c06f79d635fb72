import {
  type CouponFields,
  couponFields,
  type CouponState,
  type OfficeCoupon,
} from '#contract/events/office-coupons.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { valuesOfRow } from '#server/database/fields.ts'
import { coupons, events } from '#server/database/schema/index.ts'
import { containsWord, containsWords } from '#server/database/search-sql.ts'
import { and, asc, eq, or, sql, type SQL } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import type { EventClub } from '../office/edited-event.ts'
import { keyOfCode } from './find-coupon.ts'
import type { CouponRow } from './queries.ts'

const PAGE = 50
const MOST_EVENTS = 500

type Caller = OfficeCaller<EventClub>

interface Query {
  readonly search?: string | undefined
  readonly eventId?: string | undefined
  readonly before?: string | undefined
}

const isOver = sql`(events.status = 'cancelled' or events.ends_at <= portal_now())`

/** Its days, or its event's, are over. Such codes are last in the list. */
const hasExpired = sql`(coalesce(${isOver}, false) or coalesce(c.valid_until <= portal_now(), false))`

/** A page of a club's codes, a batch as one row, with the events that a code can be for; in two queries. */
export async function listOfficeCoupons(db: Reader, caller: Caller, { search, eventId, before }: Query) {
  const found = await selectOfficeCoupons(db, caller, {
    which: sql`(c.batch_id is null or c.batch_id = c.id) ${search ? sql`and ${matches(search)}` : sql``}
      ${eventId ? sql`and (c.event_id = ${eventId} or c.event_id is null)` : sql``} ${before ? sql`and ${isAfter(before)}` : sql``}`,
    limit: PAGE + 1,
  })
  const page = found.slice(0, PAGE)
  return {
    coupons: page,
    next: found.length > PAGE ? page.at(-1)!.id : null,
    events: await selectEventsForCodes(db, caller, eventId),
  }
}

/** Comes after this code in the list. */
const isAfter = (id: string): SQL => {
  const last = sql`(select ${hasExpired} from coupons c left join events on events.id = c.event_id where c.id = ${id})`
  return sql`(${hasExpired} > ${last} or ${hasExpired} = ${last} and c.id < ${id})`
}

/** By a part of the code, of any in a batch, or of the name. */
function matches(search: string): SQL {
  const byName = sql`exists (select from jsonb_each_text(c.name_texts) t where ${containsWords(sql`search_fold(t.value)`, search)})`
  const key = keyOfCode(search)
  const byCode = key
    ? sql`or exists (select from coupons b where (b.id = c.id or b.batch_id = c.id) and ${containsWord(sql`b.code_key`, key)})`
    : sql``
  return sql`(${byName} ${byCode})`
}

/** One code, or batch, of the caller's club. Throws `coupon_not_found`. */
export async function showOfficeCoupon(
  db: Reader,
  caller: Caller,
  { couponId }: { readonly couponId: string },
): Promise<OfficeCoupon> {
  const [found] = await selectOfficeCoupons(db, caller, {
    which: sql`c.id = ${couponId} and (c.batch_id is null or c.batch_id = c.id)`,
    limit: 1,
  })
  if (!found) throw new Problem('coupon_not_found')
  return found
}

type Row = Record<string, unknown> &
  Pick<CouponRow, 'id' | 'version' | 'code' | 'name' | 'percent' | 'categories' | 'totalLimit' | 'perMemberLimit'> &
  Pick<CouponRow, 'eventId' | 'listed' | 'enabled' | 'batchId'> & {
    readonly amount: number | null
    readonly validFrom: string | null
    readonly validUntil: string | null
    readonly event: LocalText | null
    readonly eventOver: boolean
    readonly eventDraft: boolean
    readonly used: number
    readonly held: number
    readonly given: number
    readonly codes: number
    readonly goneCategories: string[]
    readonly now: string
  }

async function selectOfficeCoupons(
  db: Reader,
  { actor, organisation }: Caller,
  { which, limit }: { readonly which: SQL; readonly limit: number },
): Promise<OfficeCoupon[]> {
  const { rows } = await db.execute<Row>(sql`
    select c.id, c.edits as version, c.code, c.name_texts as name, c.percent, c.amount::float8 as amount, c.event_id as "eventId",
      c.categories, c.valid_from as "validFrom", c.valid_until as "validUntil", c.total_limit as "totalLimit",
      c.per_member_limit as "perMemberLimit", c.listed, c.enabled, c.batch_id as "batchId", events.title_texts as event,
      coalesce(${isOver}, false) as "eventOver", coalesce(events.status = 'draft', false) as "eventDraft",
      made.used, made.codes, uses.held, uses.given, portal_now() as now,
      array(select key from unnest(c.categories) key where not exists (
        select from event_categories k join events e on e.id = k.event_id
        where k.category = key and e.org_id = c.org_id and (c.event_id is null or e.id = c.event_id))) as "goneCategories"
    from coupons c left join events on events.id = c.event_id
    cross join lateral (
      select sum(b.used)::int as used, count(*)::int as codes, array_agg(b.id) as ids from coupons b where b.id = c.id or b.batch_id = c.id
    ) made
    cross join lateral (
      select count(*) filter (where r.status = 'held' and (r.reserved_until is null or r.reserved_until > portal_now()))::int as held,
        coalesce(sum(r.off) filter (where r.status = 'used' and not orders.test_mode), 0)::float8 as given
      from coupon_redemptions r left join orders on orders.id = r.order_id where r.coupon_id = any(made.ids)
    ) uses
    where c.org_id = ${organisation.id} and ${which}
    order by ${hasExpired}, c.id desc limit ${limit}`)
  const seesMoney = hasScope(actor, 'money.read', organisation.key)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    code: row.code,
    fields: fieldsOf(row),
    state: stateOf(row),
    event: row.event && textIn(row.event, actor.via.language),
    used: row.used,
    held: row.held,
    left: leftOf(row),
    given: seesMoney ? { minor: row.given, currency: organisation.currency } : null,
    codes: row.batchId === null ? null : row.codes,
    goneCategories: row.goneCategories,
  }))
}

/** The fields of a code, as its form writes them. */
export const fieldsOf = (
  row: Pick<CouponRow, Exclude<keyof CouponFields, 'validFrom' | 'validUntil'>> & {
    readonly validFrom: Date | string | null
    readonly validUntil: Date | string | null
  },
): CouponFields => valuesOfRow(couponFields, row)

/** Uses left of a code, or codes left of a batch. */
const leftOf = ({ batchId, codes, totalLimit, used, held }: Row): number | null => {
  const most = batchId === null ? totalLimit : codes
  return most === null ? null : Math.max(0, most - used - held)
}

function stateOf(row: Row): CouponState {
  const now = new Date(row.now)
  if (!row.enabled) return 'stopped'
  if (row.eventOver || (row.validUntil !== null && new Date(row.validUntil) <= now)) return 'over'
  if (row.eventDraft || (row.validFrom !== null && new Date(row.validFrom) > now)) return 'announced'
  return leftOf(row) === 0 ? 'used_up' : 'active'
}

async function selectEventsForCodes(db: Reader, { actor, organisation }: Caller, eventId: string | undefined) {
  const { rows } = await db.execute<{
    id: string
    title: LocalText
    over: boolean
    categories: { key: string; name: LocalText }[]
  }>(sql`
    select id, title_texts as title, ${isOver} as over, (
      select coalesce(json_agg(json_build_object('key', category, 'name', name_texts) order by position, category), '[]')
      from event_categories where event_id = events.id) as categories
    from events where org_id = ${organisation.id} and (not ${isOver} or id = ${eventId ?? null}
      or exists (select from coupons where coupons.event_id = events.id))
    order by ${isOver}, starts_at, id limit ${MOST_EVENTS}`)
  const { language } = actor.via
  return rows.map(({ id, title, over, categories }) => ({
    id,
    title: textIn(title, language),
    over,
    categories: categories.slice(0, 50).map(({ key, name }) => ({ key, name: textIn(name, language) })),
  }))
}

/** A page of the uses of a code, or of all of a batch. */
export async function listUses(
  db: Reader,
  { actor, organisation }: Caller,
  { couponId, before }: { readonly couponId: string; readonly before?: string | undefined },
) {
  const ids = (await readCodes(db, organisation.id, couponId)).map(({ id }) => id)
  const { rows } = await db.execute<{
    id: string
    at: string
    code: string
    status: 'held' | 'used'
    buyer: string
    orderNumber: string | null
    isTest: boolean
    off: number
  }>(sql`
    select r.id, coalesce(orders.paid_at, r.created_at) as at, c.code, r.status, ${fullNameOf('members')} as buyer,
      orders.number as "orderNumber", coalesce(orders.test_mode, false) as "isTest", r.off::float8 as off
    from coupon_redemptions r join coupons c on c.id = r.coupon_id join members on members.id = r.member_id
    left join orders on orders.id = r.order_id
    where r.coupon_id = any(${sql.param(ids)}::uuid[]) ${before ? sql`and r.id < ${before}` : sql``}
      and (r.status = 'used' or r.status = 'held' and (r.reserved_until is null or r.reserved_until > portal_now()))
    order by r.id desc limit ${PAGE + 1}`)
  const page = rows.slice(0, PAGE)
  const seesMoney = hasScope(actor, 'money.read', organisation.key)
  return {
    uses: page.map(({ off, at, ...use }) => ({
      ...use,
      at: new Date(at).toISOString(),
      off: seesMoney ? { minor: off, currency: organisation.currency } : null,
    })),
    next: rows.length > PAGE ? page.at(-1)!.id : null,
  }
}

export type MadeCode = Pick<CouponRow, 'id' | 'code' | 'name'> & { readonly used: boolean }

/** A code, or the codes of a batch, in the order of their ids. Throws `coupon_not_found`. */
export async function readCodes(db: Reader, orgId: string, couponId: string): Promise<MadeCode[]> {
  const rows = await db
    .select({ id: coupons.id, code: coupons.code, name: coupons.name, used: sql<boolean>`${coupons.used} > 0` })
    .from(coupons)
    .where(and(eq(coupons.orgId, orgId), or(eq(coupons.id, couponId), eq(coupons.batchId, couponId))))
    .orderBy(asc(coupons.id))
  if (rows.length === 0) throw new Problem('coupon_not_found')
  return rows
}

/** Keys of categories that an event has, or any event of a club. Null if the event is not the club's. */
export async function selectCategoryKeys(
  db: Reader,
  orgId: string,
  eventId: string | null,
): Promise<Set<string> | null> {
  const { rows } = await db.execute<{ keys: string[] | null; known: boolean }>(sql`
    select array(select distinct category from event_categories where event_id in (select id from ${events} e where ${ofClub(orgId, eventId)})) as keys,
      exists (select from ${events} e where ${ofClub(orgId, eventId)}) as known`)
  const { keys, known } = rows[0]!
  return eventId !== null && !known ? null : new Set(keys)
}

const ofClub = (orgId: string, eventId: string | null) =>
  sql`e.org_id = ${orgId}::uuid ${eventId === null ? sql`` : sql`and e.id = ${eventId}::uuid`}`
