import type { Cluster } from '../support/cluster.ts'

/**
 * An event of the club of `fillClub` with many registrations in five categories, four of five paid and a few by hand, and another one with 500.
 * Each is of an order of its own.
 */
export async function fillRegistrations(
  cluster: Cluster,
  database: string,
  registrations: number,
): Promise<{ eventId: string; categoryId: string; printedId: string }> {
  const hash = `left(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), 43)`
  await cluster.sql(
    database,
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB';
     create temp table big as
       select portal_new_id() as id, organisations.id as org_id, case size when 1 then ${registrations} else 500 end as people, size
       from organisations cross join generate_series(1, 2) size where key = 'BENCHA';
     insert into events (id, org_id, title, title_texts, place, place_texts, starts_at, ends_at, public_from, one_per_person, sold)
     select id, org_id, case size when 1 then 'Landsstævne' else 'Sommerlejr' end,
       jsonb_build_object('da', case size when 1 then 'Landsstævne' else 'Sommerlejr' end), 'Klubhuset', '{"da": "Klubhuset"}',
       portal_now() + interval '30 days', portal_now() + interval '33 days', portal_now() - interval '60 days', false, people from big;
     create temp table part as
       select portal_new_id() as id, big.id as event_id, n from big cross join generate_series(0, 4) n;
     insert into event_categories (id, event_id, category, name, name_texts, price, position, sold)
     select id, event_id, 'kategori-' || n, 'Kategori ' || n, jsonb_build_object('da', 'Kategori ' || n), 20000, n, 100 from part;
     create temp table person as select row_number() over (order by id) - 1 as n, id from members;
     create unique index on person (n);
     create temp table place as
       select portal_new_id() as id, portal_new_id() as order_id, big.id as event_id, big.org_id, turn.n, part.id as category_id, person.id as member_id,
         case when turn.n % 20 = 3 then 'held' when size = 1 and turn.n % 20 = 7 then 'cancelled' when size = 1 and turn.n % 20 = 11 then 'released' else 'paid' end as status
       from big cross join lateral generate_series(0, people - 1) turn (n)
       join part on part.event_id = big.id and part.n = turn.n % 5
       join person on person.n = turn.n::bigint * 7919 % (select count(*) from person)
       order by turn.n;
     analyze place;
     insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total,
       currency, test_mode, billing, language, kinds, event_id, created_at, paid_at)
     select order_id, org_id, coalesce(parent_id, member_id), 'IZY-EVE-' || right(order_id::text, 12), case status when 'held' then 'open' else 'paid' end,
       ${hash}, repeat('x', 120), ${hash}, ${hash}, 20000, 'DKK', false, '{}', 'da', '{event}', event_id, portal_now(), case when status <> 'held' then portal_now() end
     from place join members on members.id = member_id order by n;
     insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person, created_at, present_at,
       added_by, hand_method, hand_amount, sort_name, sort_born, sort_total)
     select place.id, event_id, category_id, org_id, member_id, order_id, status, false, portal_now() - n * interval '10 seconds',
       case when n % 3 = 0 then portal_now() end, case when n % 50 = 0 then member_id end, case when n % 50 = 0 then 'cash' end,
       case when n % 50 = 0 then 15000 end, name_to_sort(first_name, last_name), date_of_birth, case when n % 50 = 0 then 0 else 20000 end
     from place join members on members.id = member_id order by n;
     insert into order_lines (id, order_id, position, kind, member_id, member_name, title, event_id, category_id, entry_id, category,
       category_name, starts_at, time_zone, price, vat_rate, vat, surcharge, total)
     select portal_new_id(), order_id, 0, 'event', member_id, first_name || ' ' || last_name, 'Landsstævne', event_id, category_id, place.id,
       'kategori', 'Kategori', portal_now(), 'Europe/Copenhagen', 20000, 0, 0, 0, 20000
     from place join members on members.id = member_id order by n;`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  const [filled] = await cluster.sql<{ eventId: string; categoryId: string; printedId: string }>(
    database,
    `select (select id from events where title = 'Landsstævne') as "eventId", (select id from events where title = 'Sommerlejr') as "printedId",
       (select category.id from event_categories category join events on events.id = event_id where title = 'Landsstævne' and position = 2) as "categoryId"`,
  )
  return filled!
}
