import type { Cluster } from '../support/cluster.ts'

/**
 * Paid orders of the club of `fillClub` and a third as many of the other: most with one line, every fourth with two, of a hundred
 * two refunded in part and one in full, over four years.
 */
export async function fillOrders(cluster: Cluster, database: string, orders: number): Promise<void> {
  const hash = `left(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), 43)`
  // In one session without checking foreign keys, which are right by construction.
  await cluster.sql(
    database,
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB';
     create temp table buyer as
       select row_number() over (partition by held.org_id order by held.id) - 1 as n, held.org_id, held.id as membership_id,
         members.id as member_id, first_name || ' ' || last_name as name, members.email, coalesce(members.phone, '') as phone
       from memberships held join members on members.id = held.member_id;
     create temp table club as
       select id, key, case when key = 'BENCHA' then ${orders} else ${orders} / 3 end as orders,
         (select count(*) from memberships where org_id = organisations.id) as people
       from organisations;
     create temp table bought as
       select portal_new_id() as id, club.id as org_id, club.key as org_key, people, turn.n,
         timestamptz '2023-01-01' + interval '3.9 years' * turn.n / club.orders as at,
         case when turn.n % 100 = 7 then 'refunded' else 'paid' end as status, turn.n % 4 = 0 as pair, turn.n % 1000 = 3 as test
       from club cross join lateral generate_series(0, club.orders - 1) turn (n)
       order by turn.n;
     create unique index on buyer (org_id, n);
     analyze buyer;
     analyze bought;

     insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total,
       currency, test_mode, billing, language, init_device, completion_device, created_at, paid_at)
     select bought.id, bought.org_id, buyer.member_id, bought.org_key || '-M-' || lpad(bought.n::text, 8, '0'), status, ${hash},
       repeat('x', 120), ${hash}, ${hash}, case when pair then 177000 else 88500 end, 'DKK', test,
       jsonb_build_object('name', buyer.name, 'email', coalesce(buyer.email, 'parent@mail.example'), 'phone', buyer.phone,
         'addressLine1', 'Havnevej 1', 'addressLine2', '', 'addressLine3', '', 'postCode', '4000', 'city', 'Roskilde', 'country', 'Denmark'),
       'da', 'Chrome, desktop, Linux', 'Chrome, desktop, Linux', at, at + interval '3 minutes'
     from bought join buyer on buyer.org_id = bought.org_id and buyer.n = bought.n::bigint * 7919 % bought.people
     order by bought.n;

     insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id,
       start_date, end_date, price, vat_rate, vat, surcharge, total, refunded)
     select portal_new_id(), bought.id, position, 'membership', buyer.member_id, buyer.name, seasons.name, seasons.id, buyer.membership_id,
       seasons.start_date, seasons.end_date, 70000, 25, 17500, 1000, 88500,
       case when status = 'refunded' then 88500 when bought.n % 50 = 11 and position = 0 then 20000 else 0 end
     from bought cross join lateral generate_series(0, case when pair then 1 else 0 end) position
     join buyer on buyer.org_id = bought.org_id and buyer.n = (bought.n::bigint * 7919 + position) % bought.people
     join membership_configurations seasons on seasons.org_id = bought.org_id and extract(year from seasons.start_date) = extract(year from bought.at)
     order by bought.n, position;

     update orders set search = found.search from searched_orders found where found.id = orders.id;

     insert into receipts (order_id, org_id, year, test_mode, number, issued_at)
     select id, org_id, extract(year from at)::int, test, row_number() over (partition by org_id, extract(year from at), test order by n), at
     from bought order by n;`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
}
