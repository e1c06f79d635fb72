import { couponsSql, type CouponFact } from './invariant-coupons.ts'
import { live, placesSql, type LimitFact } from './invariant-places.ts'

/** Runs SQL past every rule of the portal, as `TestDatabase.sql` does. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Amounts in minor units. */
export interface OrderFact {
  id: string
  status: string
  total: number
  test: boolean
  token: string
  lines: number
  /** The sum of its lines, and how much of it they say was refunded. */
  lineSum: number
  refundedSum: number
  /** Lines that an office refunded, or whose money is on its way; of those that cost nothing, the cancelled ones. */
  revokedLines: number
  activeLines: number
  /** Terms and tickets that name the order, whether a line does or not. */
  activeThings: number
  /** Held with no end, as only a payment under way may. */
  firmThings: number
  firm: boolean
  receipts: number
  /** Office searches find it by what it is now. */
  searchable: boolean
}

export interface PaymentFact {
  id: string
  order: string
  status: string
  amount: number
  test: boolean
  window: string | null
  link: string | null
  authorization: string | null
  /** Taken by the club itself. */
  manual: boolean
}

export interface RefundFact {
  id: string
  order: string
  payment: string
  authorization: string
  manual: boolean
  amount: number
  test: boolean
  /** Lines of a paid order, refunded by its office; otherwise money that must not be kept. */
  office: boolean
  lines: number
  lineSum: number
  status: string
  method: string | null
  creditNotes: number
}

export interface MessageFact {
  id: string
  onceKey: string
  channel: string
  template: string
  /** The order or the refund that it is about. */
  about: string
  status: string
}

export interface Facts {
  orders: OrderFact[]
  payments: PaymentFact[]
  refunds: RefundFact[]
  messages: MessageFact[]
  /** By the order or the refund that they are about. */
  notifications: { about: string; type: string; count: number }[]
  /** Pairs of live terms of one membership that cannot both be sold. */
  clashes: { one: string; other: string }[]
  limits: LimitFact[]
  coupons: CouponFact[]
  /** Two places of one person where nobody may have two. */
  twice: { one: string; other: string }[]
  jobs: { name: string; attempts: number; error: string | null; locked: boolean }[]
}

/** The database's facts, of all organisations or of some. */
export async function readFacts(sql: Sql, orgIds: readonly string[] | null): Promise<Facts> {
  const mine = [orgIds]
  const of = (column: string) => `($1::uuid[] is null or ${column} = any($1))`
  return {
    orders: await sql<OrderFact>(
      `select o.id, o.status, o.total::float8 as total, o.test_mode as test, o.token_hash as token,
         (o.reserved_until is null and o.status in ('open', 'declined')) as firm,
         (select count(*)::int from order_lines l where l.order_id = o.id) as lines,
         (select coalesce(sum(total), 0)::float8 from order_lines l where l.order_id = o.id) as "lineSum",
         (select coalesce(sum(refunded), 0)::float8 from order_lines l where l.order_id = o.id) as "refundedSum",
         (select count(*)::int from order_lines l left join refund_lines r on r.line_id = l.id
            left join event_entries e on e.id = l.entry_id left join membership_terms t on t.id = l.term_id
            where l.order_id = o.id and (r.line_id is not null
              or l.total = 0 and (e.status = 'cancelled' or t.status = 'cancelled'))) as "revokedLines",
         (select count(*)::int from order_lines l left join membership_terms t on t.id = l.term_id
            left join event_entries e on e.id = l.entry_id
            where l.order_id = o.id and (t.status = 'active' or e.status = 'paid')) as "activeLines",
         (select count(*)::int from membership_terms t where t.order_id = o.id and t.status = 'active')
           + (select count(*)::int from event_entries e where e.order_id = o.id and e.status = 'paid') as "activeThings",
         (select count(*)::int from membership_terms t where t.order_id = o.id and t.status = 'held' and t.reserved_until is null)
           + (select count(*)::int from event_entries e where e.order_id = o.id and e.status = 'held' and e.reserved_until is null) as "firmThings",
         (select count(*)::int from receipts r where r.order_id = o.id) as receipts,
         o.search in ('', (select search from searched_orders s where s.id = o.id)) as searchable
       from orders o where ${of('o.org_id')} order by o.id`,
      mine,
    ),
    payments: await sql<PaymentFact>(
      `select id, order_id as order, status, amount::float8 as amount, test_mode as test, payment_identifier as window,
         window_link as link, authorization_identifier as authorization, provider = 'manual' as manual
       from payments where ${of('org_id')} order by id`,
      mine,
    ),
    refunds: await sql<RefundFact>(
      `select r.id, r.order_id as order, r.payment_id as payment, r.amount::float8 as amount, r.status, r.method,
         coalesce(r.authorization_identifier, p.authorization_identifier) as authorization,
         r.test_mode as test, r.cause = 'office' as office, p.provider = 'manual' as manual,
         (select count(*)::int from refund_lines l where l.refund_id = r.id) as lines,
         (select coalesce(sum(amount), 0)::float8 from refund_lines l where l.refund_id = r.id) as "lineSum",
         (select count(*)::int from credit_notes c where c.refund_id = r.id) as "creditNotes"
       from refunds r join payments p on p.id = r.payment_id where ${of('r.org_id')} order by r.id`,
      mine,
    ),
    messages: await sql<MessageFact>(
      `select m.id, once_key as "onceKey", channel, template, status,
         case template when 'event-cancelled' then 'the cancellation for ' when 'invoice' then once_key || ' of ' else '' end || coalesce(data ->> 'refundId', (data ->> 'orderId') || coalesce(' for ' || (data ->> 'memberId'), '')) as about
       from messages m where exists (select from orders o where ${of('o.org_id')} and o.id::text = m.data ->> 'orderId')
         or exists (select from refunds r where ${of('r.org_id')} and r.id::text = m.data ->> 'refundId') order by m.id`,
      mine,
    ),
    notifications: await sql(
      `select coalesce(data ->> 'refundId', data ->> 'orderId') as about, type, count(*)::int as count from notifications n
       where exists (select from orders o where ${of('o.org_id')} and o.id::text = n.data ->> 'orderId') group by 1, 2`,
      mine,
    ),
    clashes: await sql(
      `with live as (
         select t.id, t.membership_id, t.configuration_id, t.start_date, t.end_date, t.gave_way_to, c.combinable
         from membership_terms t join membership_configurations c on c.id = t.configuration_id
         where ${of('t.org_id')} and (t.status = 'active' or
           (t.status = 'held' and (t.reserved_until is null or t.reserved_until > portal_now())))
       )
       select a.id as one, b.id as other from live a join live b on a.membership_id = b.membership_id and a.id < b.id
       where a.configuration_id = b.configuration_id or (not a.combinable and not b.combinable
         and a.start_date <= b.end_date and b.start_date <= a.end_date
         -- A trial that gave way keeps its first day.
         and a.gave_way_to is distinct from b.id and b.gave_way_to is distinct from a.id)`,
      mine,
    ),
    limits: await sql<LimitFact>(placesSql, mine),
    coupons: await sql<CouponFact>(couponsSql, mine),
    twice: await sql(
      `select a.id as one, b.id as other from event_entries a join event_entries b
         on a.event_id = b.event_id and a.member_id = b.member_id and a.id < b.id
       where ${of('a.org_id')} and ${live('a')} and ${live('b')} and a.one_per_person and b.one_per_person`,
      mine,
    ),
    jobs: await sql(
      `select task_identifier as name, attempts, last_error as error, locked_at is not null as locked
       from graphile_worker.jobs
       -- Asked for again while it ran, a job loses its key and its further attempts to the one that follows it.
       where key is not null or attempts < max_attempts order by id`,
    ),
  }
}
