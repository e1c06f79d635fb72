-- An event and a coupon of a club that is there already: copy this file, change what is in quotes, and run it once:
--
--   psql "$DATABASE_URL" --file new-event.sql
--
-- All of it is written, or nothing. Amounts are øre: 60000 is 600,00 kr. Days and hours are Copenhagen's.

begin;

set local time zone 'Europe/Copenhagen';

-- `description` may use Markdown. `for_members` without `guests_invited`: members only; with both: members and their
-- guests; neither: anyone. `capacity` null: no limit. `sale_from` and `sale_until` null: while it is public and not over.
insert into events
  (id, org_id, title, kind, description, place, address, starts_at, ends_at, public_from, sale_from, sale_until, for_members, guests_invited, one_per_person, capacity)
select
  portal_new_id(), id,
  'Standerhejsning', 'Fest',
  E'Vi hejser standeren og åbner sæsonen.\n\n- Kaffe og kage fra kl. 13\n- Prøvesejlads for alle',
  'Klubhuset', 'Havnegade 12, 5300 Kerteminde',
  '2027-04-10 13:00', '2027-04-10 17:00',
  '2026-11-01 08:00', null, '2027-04-08 23:59',
  false, false, true, 80
from organisations where key = 'SEJL';

-- At least one category, in small letters. `member_price` null: the same for members. Ages are whole years on the day.
insert into event_categories (id, event_id, category, name, price, member_price, min_age, max_age, members_only, capacity, position)
select portal_new_id(), event.id, price.*
from events as event
  join organisations as club on club.id = event.org_id,
  (values
    -- category, name, price, for members, from age, to age, members only, places, order on the page
    ('adult', 'Voksen', 12000, 8000,       null::integer, null::integer, false, null::integer, 0),
    ('child', 'Barn under 13', 5000, null, null, 12, false, 30, 1)
  ) as price
where club.key = 'SEJL' and event.title = 'Standerhejsning';

-- Per cent of each ticket, or `amount` in øre off all of them together. `event_id` null: every event of the club.
-- `listed`: shown to everybody at the registration; otherwise only whoever knows the code uses it.
insert into coupons (id, org_id, event_id, code, name_da, name_en, percent, amount, listed, total_limit, per_member_limit, valid_until)
select portal_new_id(), id, null, 'VIND-20', 'Tidlig tilmelding', 'Early registration', 20, null, true, 50, 1, '2027-03-01 23:59'
from organisations where key = 'SEJL';

commit;
