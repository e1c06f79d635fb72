import { fullNameOf } from '#server/database/full-name.ts'
import { sql } from '#server/database/sql.ts'
import type { LargeWorld } from './size.ts'

/** Every order to be: of memberships one for each buyer, club and season; one in fifty waits to be paid. */
export const listMembershipOrders = [
  sql`analyze membership_configurations, event_categories, members, organisations`,
  sql`create temp table bought on commit drop as
    select pg_temp.id_at(begun) as id, 'membership' as kind, head_id, family, org_id, starts as season, null::uuid as event_id, null::int as event,
      case when year = 0 and family % 50 = 49 then 'open' when year = 0 and family % 50 = 48 then 'declined' else 'paid' end as status, begun
    from (select head_id, family, club, org_id from joined group by 1, 2, 3, 4) families join club on club.number = families.club
      cross join generate_series(-1, 0) year
      cross join lateral (select (club.season + make_interval(years => year))::date as starts) season_of
      cross join lateral (select least(starts - 50 + family % 60 + interval '17 hours', portal_now() - family % 600 * interval '3 minutes' - interval '1 hour') as begun) times
    where case year when 0 then family % 8 <> 7 else family % 3 <> 2 end`,
]

/**
 * And of tickets: so many for each family that there are as many places as were asked for. A family goes to its club's events,
 * then to those of the clubs beside it; one in twenty to event number 1, one to number 2.
 */
export const listTicketOrders = ({ clubs, events, members, entries }: LargeWorld) => [
  sql`insert into bought
    select pg_temp.id_at(begun), 'event', head_id, family, event.org_id, null, event.id, event.number,
      case when luck < 3 then 'expired' when luck = 3 and is_next then 'open' else 'paid' end, begun
    from (
      select distinct on (families.family, picked) families.*, picked, (family * 7 + booking) % 100 as luck
      from (select distinct on (family) family, head_id, club from joined order by family, club) families,
        generate_series(0, ${Math.max(0, Math.round(entries / members) - 1)}::int) booking,
        lateral (select case when booking = 0 and family % 20 < 2 then 1 + family % 20
          else 1 + (club - 1 + booking / (${events}::int / ${clubs}::int)) % ${clubs}::int + booking % (${events}::int / ${clubs}::int) * ${clubs}::int end as picked) picks
    ) choices join event on event.number = picked,
      lateral (select starts_at > portal_now() as is_next,
        least(starts_at - (10 + (family * 13 + picked) % 60) * interval '1 day', portal_now() - (family % 700 + 2) * interval '1 hour') as begun) times`,
  sql`create unique index on bought (id)`,
  sql`analyze bought`,
]

/** The lines of all orders, then orders with their totals, payments and receipts numbered without gaps. */
export const insertSettlements = (tokens: readonly { tokenHash: string; tokenEncrypted: string }[]) => [
  sql`create temp table line on commit drop as
    select pg_temp.id_at(begun) as id, order_id, row_number() over (partition by order_id order by is_child, member_id)::int as position,
      kind, status, begun, event_id, org_id, member_id, thing_id, name, price, membership_id, starts_on, ends_on, category, portal_new_id() as kept_id
    from (
      select bought.id as order_id, bought.kind, bought.status, bought.begun, bought.event_id, bought.org_id, joined.member_id, joined.is_child,
        configuration.id as thing_id, configuration.name, configuration.price, joined.membership_id, start_date as starts_on, end_date as ends_on,
        null as category
      from bought join joined on joined.family = bought.family and joined.org_id = bought.org_id and joined.head_id = bought.head_id
        join membership_configurations configuration on configuration.org_id = joined.org_id and configuration.start_date = bought.season
          and configuration.series = case when joined.is_child then 'youth' when joined.family % 12 = 5 then 'passive' else 'adult' end
      where bought.kind = 'membership'
      union all
      select bought.id, bought.kind, bought.status, bought.begun, bought.event_id, bought.org_id, buyer.id, buyer.is_child,
        category.id, category.name, category.price, null, null, null, category.category
      from bought join buyer on buyer.family = bought.family
        join event_categories category on category.event_id = bought.event_id
          and category.category = case when buyer.is_child then 'child' else 'adult' end
      where bought.kind = 'event'
    ) wanted`,
  sql`create index on line (order_id)`,
  sql`analyze line`,
  sql`insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency,
      test_mode, billing, language, init_device, completion_device, reserved_until, kinds, event_id, created_at, paid_at)
    select bought.id, org_id, head_id, case kind when 'event' then 'IZY-EVE-' || right(replace(bought.id::text, '-', ''), 12) else left(organisations.key, 5) || '-M-' || right(head_id::text, 11) end,
      status, coalesce(sealed->>'tokenHash', md5('t' || bought.id)), coalesce(sealed->>'tokenEncrypted', ''), md5('c' || bought.id), md5('s' || bought.id), lines.total, 'DKK', false,
      jsonb_build_object('name', ${fullNameOf('members')}, 'email', email, 'phone', phone, 'addressLine1', address_line1, 'addressLine2', '',
        'addressLine3', '', 'postCode', post_code, 'city', members.city, 'country', members.country),
      'da', 'Chrome, desktop, Windows', 'Chrome, desktop, Windows', case when status in ('open', 'declined') then portal_now() + interval '1 hour' end,
      array[kind], event_id, begun, case when status = 'paid' then begun + interval '3 minutes' end
    from (select *, case when status in ('open', 'declined') then row_number() over (partition by status in ('open', 'declined') order by id) end as unpaid from bought) bought
      join (select order_id, sum(price) as total from line group by 1) lines on lines.order_id = bought.id
      join members on members.id = head_id join organisations on organisations.id = bought.org_id
      left join jsonb_array_elements(${JSON.stringify(tokens)}::jsonb) with ordinality tokens(sealed, number) on tokens.number = unpaid`,
  sql`analyze orders`,
  sql`insert into payments (id, order_id, org_id, status, amount, currency, order_number, test_mode, payment_identifier, authorization_identifier, created_at, updated_at, captured_at)
    select pg_temp.id_at(begun), orders.id, orders.org_id, case orders.status when 'paid' then 'captured' else 'declined' end, total, currency, number, false, gen_random_uuid(),
      case orders.status when 'paid' then gen_random_uuid() end, begun, begun, paid_at
    from orders join bought using (id) where total > 0 and orders.status in ('paid', 'declined')`,
  sql`insert into receipts (order_id, org_id, year, test_mode, number, issued_at)
    select orders.id, orders.org_id, extract(year from paid_at)::int, false,
      row_number() over (partition by orders.org_id, extract(year from paid_at) order by paid_at, orders.id), paid_at
    from orders join bought using (id) where total > 0 and orders.status = 'paid'`,
  sql`insert into receipt_counters (org_id, year, test_mode, last)
    select receipts.org_id, year, false, max(receipts.number) from receipts join club on club.id = receipts.org_id group by 1, 2`,
]

export const insertTerms = [
  sql`insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, order_id, membership_for, start_date, end_date,
      gdpr_agreement, status, reserved_until, status_change_date, created_at)
    select kept_id, membership_id, org_id, member_id, thing_id, order_id, extract(year from starts_on)::int, starts_on, ends_on, true,
      case status when 'paid' then 'active' else 'held' end, case when status <> 'paid' then portal_now() + interval '1 hour' end, begun, begun
    from line where kind = 'membership'`,
  sql`insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id, term_id, start_date, end_date,
      price, vat_rate, vat, surcharge, total)
    select line.id, order_id, position, kind, member_id, ${fullNameOf('members')}, name, thing_id, membership_id, kept_id, starts_on, ends_on, price, 0, 0, 0, price
    from line join members on members.id = member_id where kind = 'membership'`,
]

/** One place in thirty at a free event was cancelled. */
export const insertPlaces = [
  sql`insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, reserved_until, one_per_person, price_kind, created_at,
      sort_name, sort_born, sort_total)
    select kept_id, event_id, thing_id, org_id, member_id, order_id,
      case status when 'paid' then case when price = 0 and get_byte(uuid_send(kept_id), 15) < 8 then 'cancelled' else 'paid' end when 'open' then 'held' else 'released' end,
      case status when 'open' then portal_now() + interval '1 hour' end, true, 'standard', begun,
      name_to_sort(first_name, last_name), date_of_birth, price
    from line join members on members.id = member_id where kind = 'event'`,
  sql`insert into order_lines (id, order_id, position, kind, member_id, member_name, title, event_id, category_id, entry_id, category, category_name, start_date, end_date,
      starts_at, time_zone, price_kind, price, vat_rate, vat, surcharge, total)
    select line.id, order_id, position, line.kind, member_id, ${fullNameOf('members')}, title, event_id, thing_id, kept_id, category, name,
      (starts_at at time zone 'Europe/Copenhagen')::date, (starts_at at time zone 'Europe/Copenhagen')::date, starts_at, 'Europe/Copenhagen', 'standard', line.price, 0, 0, 0, line.price
    from line join members on members.id = member_id join event on event.id = event_id where line.kind = 'event'`,
]

/** As paid orders do. A job gives the numbers. */
export const insertClubPeople = [
  sql`insert into club_people (org_id, member_id, since, source)
    select org_id, person.id, min(begun at time zone 'Europe/Copenhagen')::date, case when bool_or(joins) then 'joined' else 'bought' end
    from bought cross join lateral (
      select head_id as id, false as joins
      union select member_id, line.kind = 'membership' from line where order_id = bought.id
    ) person
    where status = 'paid' group by 1, 2`,
]
