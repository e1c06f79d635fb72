import { newToken } from '#server/database/new-id.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { sealToken } from '#server/domains/orders/index.ts'
import type { Cluster } from '../support/cluster.ts'
import { idAt, insertPeople, PAST_SEASONS, PEOPLE } from '../support/world.ts'

/**
 * Fills a world with orders of the last seasons, as if they had been bought one after the other: of twenty orders
 * nineteen are paid and one expired, every fifth is for a child as well, every tenth was declined once.
 */
export async function fillHistory(
  cluster: Cluster,
  database: string,
  { orders, secretsKey }: { orders: number; secretsKey: string },
): Promise<void> {
  const people = Math.max(PEOPLE, Math.ceil(orders / PAST_SEASONS))
  // In one session without checking foreign keys, which are right by construction.
  await cluster.sql(
    database,
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'; ${idAt}
     ${people > PEOPLE ? insertPeople(people - PEOPLE) : ''}
     ${staging(orders, people)}
     ${purchases(sealToken(createSecrets(secretsKey), newToken()).tokenEncrypted)} ${payments} ${changes} ${messages}`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
}

/** Who bought what when, in the order of time. The step by 7919 scatters the buyers. */
const staging = (orders: number, people: number) => `
  insert into members (id, parent_id, first_name, last_name)
  select pg_temp.id_at(registration_date), id, 'Child', last_name from members where parent_id is null and right(email, 14) = '5@mail.example';

  create temp table person as
    select row_number() over (order by member.id) - 1 as n, member.id, child.id as child_id
    from members member left join members child on child.parent_id = member.id where member.parent_id is null;
  create temp table club as select row_number() over (order by key) - 1 as n, id, key from organisations;
  create temp table bought as
    select turn.n, pg_temp.id_at(begun) as id, begun, begun + interval '3 minutes' as paid_at, turn.n % 20 <> 19 as paid,
      turn.n % 10 = 3 as declined,
      person.id as buyer_id, person.child_id, club.id as org_id, club.key as org_key, season,
      pg_temp.id_at(begun) as payment_id, configuration.id as configuration_id, configuration.start_date, configuration.end_date
    from generate_series(0, ${orders} - 1) turn (n)
    cross join lateral (select extract(year from current_date)::int - ${PAST_SEASONS} + (turn.n / ${people}) % ${PAST_SEASONS} as season) s
    cross join lateral (select make_date(season, 1, 1) + interval '60 days' * (turn.n % ${people}) / ${people} as begun) b
    join person on person.n = (turn.n::bigint * 7919) % ${people}
    join club on club.n = person.n % (select count(*) from club)
    join membership_configurations configuration
      on configuration.org_id = club.id and configuration.name = 'Adult ' || season
    order by turn.n;
  create unique index on bought (n);
  create temp table line as
    select bought.*, who.position, who.member_id, pg_temp.id_at(begun) as line_id, pg_temp.id_at(begun) as term_id
    from bought
    cross join lateral (
      select 0 as position, buyer_id as member_id union all select 1, child_id where child_id is not null
    ) who
    order by n, position;
  create temp table membership as
    select pg_temp.id_at(min(begun)) as id, org_id, member_id, bool_or(paid) as paid, max(paid_at) as seen_at
    from line group by org_id, member_id;
  create unique index on membership (org_id, member_id);
  analyze line; analyze membership; analyze bought;`

const hash = `encode(sha256(gen_random_uuid()::text::bytea), 'base64')`

/** @param sealed an encrypted token for every order, readable for the portal */
const purchases = (sealed: string) => `
  insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total,
    test_mode, billing, language, init_device, completion_device, created_at, paid_at)
  select id, org_id, buyer_id, left(org_key, 5) || '-M-' || right(buyer_id::text, 11), case when paid then 'paid' else 'expired' end,
    left(${hash}, 43), '${sealed}', left(${hash}, 43), left(${hash}, 43),
    case when child_id is null then 88500 else 177000 end, false,
    jsonb_build_object('name', 'Name Nameson', 'email', 'person@mail.example', 'phone', '+4520112233', 'addressLine1', 'Havnevej 1',
      'addressLine2', '', 'addressLine3', '', 'postCode', '4000', 'city', 'Roskilde', 'country', 'Denmark'),
    'da', 'Chrome, desktop, Linux', case when paid then 'Chrome, desktop, Linux' else '' end, begun, case when paid then paid_at end
  from bought order by n;

  insert into memberships (id, org_id, member_id, enabled, old_status, new_status, update_date)
  select id, org_id, member_id, paid, case when paid then 'inactive' end, case when paid then 'active' end, seen_at
  from membership order by seen_at;

  insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, order_id, membership_for, start_date, end_date,
    gdpr_agreement, status, status_change_date, created_at)
  select line.term_id, membership.id, line.org_id, line.member_id, line.configuration_id, line.id, line.season, line.start_date,
    line.end_date, true, case when line.paid then 'active' else 'released' end, line.paid_at, line.begun
  from line join membership using (org_id, member_id) order by line.n, line.position;

  insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id, term_id,
    start_date, end_date, price, vat_rate, vat, surcharge, total)
  select line.line_id, line.id, line.position, 'membership', line.member_id, 'Name Nameson', 'Adult ' || line.season,
    line.configuration_id, membership.id, line.term_id, line.start_date, line.end_date, 70000, 25, 17500, 1000, 88500
  from line join membership using (org_id, member_id) order by line.n, line.position;`

const payments = `
  insert into payments (id, order_id, org_id, status, amount, currency, order_number, test_mode, payment_identifier, window_link,
    authorization_identifier, gateway_reason, created_at, updated_at, captured_at)
  select case when try = 1 then payment_id else pg_temp.id_at(begun) end, id, org_id,
    case when try = 0 then 'declined' when paid then 'captured' else 'linked' end,
    case when child_id is null then 88500 else 177000 end, 'DKK', left(org_key, 5) || '-M-' || right(buyer_id::text, 11), false,
    gen_random_uuid(), 'https://gateway.example/window/' || payment_id, case when try = 1 and paid then gen_random_uuid() end,
    case when try = 0 then '6' end, begun, paid_at, case when try = 1 and paid then paid_at end
  from bought, generate_series(0, 1) try where try = 1 or declined order by n, try;

  insert into receipts (order_id, org_id, year, test_mode, number, issued_at)
  select id, org_id, season, false, row_number() over (partition by org_id, season order by n), paid_at
  from bought where paid order by n;
  insert into receipt_counters (org_id, year, test_mode, last)
  select org_id, year, test_mode, max(number) from receipts group by org_id, year, test_mode;`

const changes = `
  insert into status_changes (thing, thing_id, from_status, to_status, cause, at)
  select thing, thing_id, from_status, to_status, cause, at from (
    select n, 1 as step, 'payments' as thing, payment_id as thing_id, 'created' as from_status, 'linking' as to_status, 'payment window opened' as cause, begun as at from bought
    union all select n, 2, 'payments', payment_id, 'linking', 'linked', 'link made', begun from bought
    union all select n, 3, 'payments', payment_id, 'linked', 'authorised', 'authorisation read at the gateway', paid_at from bought where paid
    union all select n, 4, 'payments', payment_id, 'authorised', 'capturing', 'authorisation read at the gateway', paid_at from bought where paid
    union all select n, 5, 'payments', payment_id, 'capturing', 'captured', 'money taken', paid_at from bought where paid
    union all select n, 6, 'orders', id, 'open', case when paid then 'paid' else 'expired' end, 'money taken', paid_at from bought
    union all select n, 7, 'membership_terms', term_id, 'held', case when paid then 'active' else 'released' end, 'money taken', paid_at from line
  ) change order by n, step;`

const messages = `
  insert into messages (id, once_key, template, data, status, attempts, created_at, sent_at)
  select pg_temp.id_at(paid_at), 'order-paid:' || id, 'order-paid', jsonb_build_object('orderId', id), 'sent', 1, paid_at, paid_at + interval '2 seconds'
  from bought where paid order by n;

  insert into notifications (id, receiver_id, type, title, message, data, read, created_at, once_key)
  select pg_temp.id_at(paid_at), buyer_id, 'PAYMENT_RECEIVED', 'Payment received', 'We received 885,00 kr.',
    jsonb_build_object('orderId', id, 'orgId', org_id), season < extract(year from current_date)::int - 1, paid_at, 'order-paid:' || id
  from bought where paid order by n;`
