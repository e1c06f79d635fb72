import { inDatabase } from './in-database.ts'
import type { Portal } from './portal.ts'

/** Gives an event guests who have paid, `Gæst 001` and on, who are members of its club, too. */
export async function peopleAt(portal: Portal, eventId: string, count: number): Promise<void> {
  await inDatabase(
    portal,
    `with guest as (
       select portal_new_id() as member_id, portal_new_id() as order_id, portal_new_id() as entry_id, n,
         'Gæst ' || lpad(n::text, 3, '0') as name from generate_series(1, $2::int) n),
     place as (select events.id as event_id, events.org_id, events.starts_at, categories.id as category_id, categories.name, categories.category
       from events join event_categories categories on categories.event_id = events.id where events.id = $1 limit 1),
     person as (insert into members (id, first_name, last_name, email, date_of_birth)
       select member_id, 'Gæst', lpad(n::text, 3, '0'), member_id || '@guest.example', '1990-01-01' from guest),
     membership as (insert into memberships (id, org_id, member_id, enabled)
       select portal_new_id(), org_id, member_id, true from guest, place),
     ordered as (insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total,
         currency, test_mode, billing, language, kinds, event_id, created_at, paid_at)
       select order_id, org_id, member_id, 'ROKLUB-X-' || right(order_id::text, 8), 'paid', order_id::text, '', order_id::text, order_id::text, 10000,
         'DKK', false, jsonb_build_object('name', guest.name, 'email', member_id || '@guest.example', 'phone', '', 'addressLine1', 'Havnevej 1', 'addressLine2', '',
           'addressLine3', '', 'postCode', '4000', 'city', 'Roskilde', 'country', 'Denmark'), 'da', '{event}', event_id, portal_now(), portal_now()
       from guest, place),
     entered as (insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person, created_at, sort_name)
       select entry_id, event_id, category_id, org_id, member_id, order_id, 'paid', false, portal_now(), name_to_sort('Gæst', lpad(n::text, 3, '0')) from guest, place)
     insert into order_lines (id, order_id, position, kind, member_id, member_name, title, event_id, category_id, entry_id, category, category_name,
         starts_at, time_zone, price, vat_rate, vat, surcharge, total)
       select portal_new_id(), order_id, 0, 'event', member_id, guest.name, 'Lang fest', event_id, category_id, entry_id, category, place.name,
         starts_at, 'Europe/Copenhagen', 10000, 0, 0, 0, 10000 from guest, place`,
    [eventId, count],
  )
}

/** Gives a club so many further events, next month, each with a code of its own. */
export async function eventsOf(portal: Portal, club: string, count: number): Promise<void> {
  await inDatabase(
    portal,
    `with event as (
       insert into events (id, org_id, title, kind, place, address, starts_at, ends_at, public_from)
       select portal_new_id(), organisations.id, 'Aften ' || lpad(n::text, 3, '0'), 'Party', 'The boathouse', 'Havnevej 1, Roskilde',
         portal_now() + interval '30 days', portal_now() + interval '30 days 3 hours', portal_now() - interval '1 day'
       from organisations, generate_series(1, $2::int) n where organisations.key = $1 returning id, org_id)
     insert into coupons (id, org_id, event_id, code, name_texts, percent)
     select portal_new_id(), org_id, id, 'LIST' || upper(right(id::text, 8)), local_text('Tidlig', 'Early bird'), 10 from event`,
    [club, count],
  )
}
