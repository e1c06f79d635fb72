import type { Cluster } from '../support/cluster.ts'
import { idAt, insertPeople } from '../support/world.ts'

/** One in so many payers has a child whose membership their card renews, too. */
const PARENTS = 4

/** The last day of the renewed memberships. */
const END = `current_date + 28`

/**
 * People with a saved card at one club, whose memberships end in four weeks and whose next season is on sale: as many
 * renewals as requested, one in five of them a participant's. They do not buy.
 */
export async function fillRenewals(cluster: Cluster, database: string, renewals: number): Promise<void> {
  const payers = Math.ceil((renewals * PARENTS) / (PARENTS + 1))
  await cluster.sql(
    database,
    // Search indexes are dropped, because maintaining them takes minutes.
    `drop index members_search, members_letters;
     ${idAt}
     create temp table before as select id from members;
     ${insertPeople(payers)}
     create temp table payers as select id, row_number() over (order by id) as n from members where id not in (select id from before);
     insert into members (id, parent_id, first_name, last_name)
     select pg_temp.id_at(now()), id, 'Child', 'Nameson' from payers where n % ${PARENTS} = 0;
     with club as (
       insert into organisations (id, key, name, contact_email) values (pg_temp.id_at(now()), 'RENEW', 'Club of renewals', 'renew@club.example')
       returning id
     ), season as (
       insert into membership_configurations (id, org_id, name, price, vat_rate, surcharge, start_date, end_date, offer_start_date)
       select pg_temp.id_at(now()), club.id, 'Adult', 70000, 25, 1000, first, first + 364, current_date - 60
       from club, (values (${END} - 364), (${END} + 1)) as seasons (first)
     )
     insert into payment_configurations (id, org_id, key_encrypted)
     select pg_temp.id_at(now()), club.id, (select key_encrypted from payment_configurations limit 1) from club;
     create temp table club as select id from organisations where key = 'RENEW';
     insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
     select pg_temp.id_at(now()), club.id, payers.id, gen_random_uuid()::text, '4100 00XX XXXX 0000', '2049-12' from payers, club;
     insert into memberships (id, org_id, member_id, enabled, auto_renewal, auto_renew_cycle, saved_card_identifier, new_status)
     select pg_temp.id_at(now()), cards.org_id, members.id, true, true, 'yearly', cards.saved_card_identifier, 'active'
     from saved_cards cards join members on members.id = cards.member_id or members.parent_id = cards.member_id;
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select pg_temp.id_at(now()), memberships.id, memberships.org_id, memberships.member_id, seasons.id,
       extract(year from seasons.start_date)::int, seasons.start_date, seasons.end_date, 'active'
     from memberships join club on club.id = memberships.org_id
     join membership_configurations seasons on seasons.org_id = club.id and seasons.end_date = ${END};`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
  await cluster.sql(database, 'checkpoint')
}

/** Resets the announcements for another round. */
export async function forgetRenewals(cluster: Cluster, database: string): Promise<void> {
  await cluster.sql(
    database,
    `truncate renewals, renewal_charges, daily_jobs;
     delete from notifications where type = 'MEMBERSHIP_RENEW';
     delete from messages where template = 'renewal-announced';
     delete from fan_outs;
     select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'notifications.mail-many'))`,
  )
  await cluster.sql(database, 'vacuum (analyze) notifications')
  await cluster.sql(database, 'checkpoint')
}
