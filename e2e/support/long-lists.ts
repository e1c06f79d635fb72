import { inDatabase } from './in-database.ts'
import type { Portal } from './portal.ts'

/**
 * A club of this story only with long lists: 70 guests of today's event who are members and have paid, and 70 events, codes, threads and
 * acts, 60 invitations, 40 seasons and 40 exports. `all-clubs@example.com` is of its office.
 */
export async function longClub(portal: Portal): Promise<{ key: string; eventId: string }> {
  const [club] = await inDatabase<{ id: string; key: string; eventId: string }>(
    portal,
    `with club as (
       insert into organisations (id, key, name, contact_email)
       select id, 'LANG' || upper(right(id::text, 8)), 'Langelands Lejrklub ' || right(id::text, 4), 'kontor@lang.example' from (select portal_new_id() as id) new
       returning id, key),
     event as (
       insert into events (id, org_id, title, kind, place, address, starts_at, ends_at, public_from)
       select portal_new_id(), id, 'Lang fest ' || right(id::text, 4), 'Fest', 'The boathouse', 'Havnevej 1, Roskilde',
         date_trunc('day', portal_now()) + interval '17 hours', date_trunc('day', portal_now()) + interval '2 days',
         portal_now() - interval '1 day' from club returning id),
     category as (
       insert into event_categories (id, event_id, category, name, price, position)
       select portal_new_id(), id, 'adult', 'Voksen', 10000, 0 from event)
     select club.id, club.key, event.id as "eventId" from club, event`,
  )
  const { id, key, eventId } = club!
  await inDatabase(
    portal,
    `insert into membership_configurations (id, org_id, name, price, start_date, end_date, offer_start_date)
     select portal_new_id(), $1, 'Voksen ' || year, 10000, make_date(year, 1, 1), make_date(year, 12, 31), make_date(year - 1, 11, 1)
     from generate_series(extract(year from portal_now())::int - 39, extract(year from portal_now())::int) year`,
    [id],
  )
  await inDatabase(portal, guests, [eventId])
  await inDatabase(
    portal,
    `with event as (
       insert into events (id, org_id, title, kind, place, address, starts_at, ends_at, public_from)
       select portal_new_id(), $1, 'Aften ' || lpad(n::text, 3, '0'), 'Fest', 'The boathouse', 'Havnevej 1, Roskilde',
         portal_now() + interval '30 days', portal_now() + interval '30 days 3 hours', portal_now() - interval '1 day'
       from generate_series(1, 70) n returning id, org_id),
     thread as (
       insert into threads (id, org_id, visitor_name, visitor_email, visitor_language, subject, preview)
       select portal_new_id(), $1, 'Gæst ' || n, 'g' || n || '@guest.example', 'da', 'Spørgsmål ' || n, 'Hvornår?' from generate_series(1, 70) n),
     act as (
       insert into office_history (id, org_id, actor_id, name, thing, thing_id, label)
       select portal_new_id(), $1, members.id, 'template_added', 'template', n::text, 'Svar ' || n
       from members, generate_series(1, 70) n where email = 'all-clubs@example.com'),
     invitation as (
       insert into office_invitations (id, org_id, email, roles, language, invited_by, expires_at)
       select portal_new_id(), $1, 'invited' || n || '@guest.example', '{door}', 'da', members.id, portal_now() + interval '7 days'
       from members, generate_series(1, 60) n where email = 'all-clubs@example.com'),
     export as (
       insert into exports (id, org_id, created_by, list, format, language, query, total, done, bytes, ready_at)
       select portal_new_id(), $1, members.id, 'members', 'csv', 'da', '{}', 70, 70, 'a;b', portal_now()
       from members, generate_series(1, 40) n where email = 'all-clubs@example.com')
     insert into coupons (id, org_id, event_id, code, name_texts, percent)
     select portal_new_id(), org_id, id, 'LIST' || upper(right(id::text, 8)), local_text('Tidlig', 'Early bird'), 10 from event`,
    [id],
  )
  return { key, eventId }
}

/** Guests of an event, `Gæst 001` and on. */
const guests = `
  with guest as (
    select portal_new_id() as member_id, portal_new_id() as membership_id, portal_new_id() as order_id, portal_new_id() as entry_id, n,
      'Gæst ' || lpad(n::text, 3, '0') as name from generate_series(1, 70) n),
  place as (
    select events.id as event_id, events.org_id, organisations.key, events.starts_at, categories.id as category_id, categories.name, categories.category
    from events join organisations on organisations.id = events.org_id join event_categories categories on categories.event_id = events.id
    where events.id = $1),
  season as (
    select seasons.* from membership_configurations seasons join place on place.org_id = seasons.org_id order by start_date desc limit 1),
  person as (
    insert into members (id, first_name, last_name, email, date_of_birth)
    select member_id, 'Gæst', lpad(n::text, 3, '0'), member_id || '@guest.example', '1990-01-01' from guest),
  membership as (
    insert into memberships (id, org_id, member_id, enabled) select membership_id, org_id, member_id, true from guest, place),
  term as (
    insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
    select portal_new_id(), membership_id, org_id, member_id, season.id, extract(year from start_date)::int, start_date, end_date, 'active'
    from guest, season),
  joined as (
    insert into club_people (org_id, member_id, since, source) select org_id, member_id, start_date, 'joined' from guest, season),
  ordered as (
    insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total,
      currency, test_mode, billing, language, kinds, event_id, created_at, paid_at)
    select order_id, org_id, member_id, place.key || '-X-' || right(order_id::text, 8), 'paid', order_id::text, '', order_id::text, order_id::text,
      10000, 'DKK', false, jsonb_build_object('name', guest.name, 'email', member_id || '@guest.example', 'phone', '', 'addressLine1',
        'Havnevej 1', 'addressLine2', '', 'addressLine3', '', 'postCode', '4000', 'city', 'Roskilde', 'country', 'Denmark'), 'da', '{event}',
      event_id, portal_now(), portal_now()
    from guest, place),
  entered as (
    insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person, created_at, sort_name)
    select entry_id, event_id, category_id, org_id, member_id, order_id, 'paid', false, portal_now(),
      name_to_sort('Gæst', lpad(n::text, 3, '0')) from guest, place)
  insert into order_lines (id, order_id, position, kind, member_id, member_name, title, event_id, category_id, entry_id, category,
    category_name, starts_at, time_zone, price, vat_rate, vat, surcharge, total)
  select portal_new_id(), order_id, 0, 'event', member_id, guest.name, 'Lang fest', event_id, category_id, entry_id, category, place.name,
    starts_at, 'Europe/Copenhagen', 10000, 0, 0, 0, 10000 from guest, place`

/** So many closed clubs, which only the operator sees, until they are taken away. */
export async function closedClubs(portal: Portal, count: number): Promise<() => Promise<unknown>> {
  await inDatabase(
    portal,
    `insert into organisations (id, key, name, contact_email, state, enabled)
     select portal_new_id(), 'ZLONG' || n, 'Lukket klub ' || n, 'kontor@closed.example', 'closed', false from generate_series(1, $1::int) n`,
    [count],
  )
  return () => inDatabase(portal, `delete from organisations where key like 'ZLONG%'`)
}
