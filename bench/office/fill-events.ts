import type { Cluster } from '../support/cluster.ts'

/** Of the event that most people come to. */
const MOST_GUESTS = 5000

/**
 * Events of the club of `fillClub`: most are coming or over, some drafts, some cancelled; each with three categories, an early price, a picture
 * and up to eighty guests, one with thousands.
 */
export async function fillOfficeEvents(cluster: Cluster, database: string, events: number): Promise<string> {
  const [club] = await cluster.sql<{ id: string }>(database, `select id from organisations where key = 'BENCHA'`)
  await cluster.sql(
    database,
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB';
     create temp table made as
       select portal_new_id() as id, '${club!.id}'::uuid as org_id, n, case when n = 1 then ${MOST_GUESTS} when n % 20 = 0 then 0 else n % 80 end as guests,
         case when n % 20 = 0 then 'draft' when n % 20 = 10 then 'cancelled' else 'published' end as status,
         portal_now() + (n - ${events} * 0.4) * interval '1 day' / 2 as starts_at
       from generate_series(1, ${events}) n;
     update made set starts_at = portal_now() + interval '1 day' where n = 1;
     insert into events (id, org_id, title, title_texts, place, place_texts, status, starts_at, ends_at, public_from, published_at, one_per_person,
         capacity, sold)
       select id, org_id, 'Arrangement ' || n, jsonb_build_object('da', 'Arrangement ' || n), 'Klubhuset', '{"da": "Klubhuset"}', status,
         starts_at, starts_at + interval '3 hours', starts_at - interval '60 days', case when status <> 'draft' then portal_now() end, false,
         ${MOST_GUESTS} * 2, guests from made;
     create temp table part as select portal_new_id() as id, made.id as event_id, at from made cross join generate_series(0, 2) at;
     insert into event_categories (id, event_id, category, name, name_texts, price, position)
       select id, event_id, 'kategori-' || at, 'Kategori ' || at, jsonb_build_object('da', 'Kategori ' || at), 20000, at from part;
     insert into event_phases (id, event_id, category_id, name_texts, price, until, position)
       select portal_new_id(), event_id, id, '{"da": "Tidlig"}', 15000, portal_now() + interval '10 days', 0 from part where at = 0;
     insert into event_pictures (event_id, version, content_type, bytes, width, height, alt_texts)
       select id, left(md5(n::text), 12), 'image/webp', '', 1200, 600, '{}' from made;
     create temp table person as select row_number() over (order by id) - 1 as at, id from members;
     create unique index on person (at);
     create temp table bought as
       select portal_new_id() as order_id, portal_new_id() as entry_id, made.id as event_id, made.org_id, made.starts_at, part.id as category_id,
         person.id as member_id, guest.at
       from made cross join lateral generate_series(1, guests) guest (at)
       join part on part.event_id = made.id and part.at = guest.at % 3
       join person on person.at = (made.n * 31 + guest.at)::bigint * 7919 % (select count(*) from person)
       where made.status <> 'draft';
     insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency,
         test_mode, billing, language, kinds, event_id, created_at, paid_at)
       select order_id, org_id, member_id, order_id::text, 'paid', order_id::text, '', order_id::text, order_id::text, 20000, 'DKK', false,
         '{}', 'da', '{event}', event_id, portal_now(), portal_now() from bought;
     insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person, created_at)
       select entry_id, event_id, category_id, org_id, member_id, order_id, 'paid', false, portal_now() from bought;
     insert into order_lines (id, order_id, position, kind, member_id, member_name, title, event_id, category_id, entry_id, category, category_name,
         starts_at, time_zone, price, vat_rate, vat, surcharge, total)
       select portal_new_id(), order_id, 0, 'event', member_id, 'Name Nameson', 'Arrangement', event_id, category_id, entry_id, 'kategori', 'Kategori',
         starts_at, 'Europe/Copenhagen', 20000, 0, 0, 0, 20000 from bought;`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  const [largest] = await cluster.sql<{ id: string }>(database, `select id from events where title = 'Arrangement 1'`)
  return largest!.id
}
