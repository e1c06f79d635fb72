-- A new club with a season, an event and a coupon: copy this file, change what is in quotes, and run it once:
--
--   psql "$DATABASE_URL" --file new-club.sql
--
-- All of it is written, or nothing. Amounts are øre: 60000 is 600,00 kr. Days and hours are Copenhagen's.
-- Afterwards store the club's key at the card gateway: npm run gateway-key -- SEJL --test

begin;

set local time zone 'Europe/Copenhagen';

-- The key is at most 20 capital letters and digits. It stands in addresses (/SEJL/events), order numbers and roles
-- (org:SEJL|role:ADMIN), and never changes. `hue` tints what is the club's, 0 to 359: 0 red, 120 green, 200 blue;
-- `colour` ('#0b5c87'), where it is set, is its exact colour, in a shade on which white text can be read.
-- Members see nothing of a club while it is not enabled. It begins as a test; its key at the card gateway makes it live.
insert into organisations (id, key, name, description_da, description_en, city, address, cvr, contact_email, website, hue, grace_days, enabled, state)
values (
  portal_new_id(),
  'SEJL',
  'Sejlklubben Vestenvind',
  'Jollesejlads for børn og voksne, tirsdag og lørdag fra april til oktober.',
  'Dinghy sailing for children and adults, Tuesdays and Saturdays from April to October.',
  'Kerteminde',
  'Havnegade 12, 5300 Kerteminde',
  '12345678',
  'kontor@sejl.example',
  'https://sejl.example',
  210,
  31,
  true,
  'test'
);

-- One row for each kind and season. What is charged is price + VAT + surcharge. The same `series` in the next season is what
-- a membership of this one is renewed with; `combinable` may be held beside another membership of the same days.
-- On sale from `offer_start_date` until `end_date`. `benefits`: what it gives, in Danish and English, or in Danish only.
insert into membership_configurations
  (id, org_id, series, name, price, vat_rate, surcharge, combinable, start_date, end_date, offer_start_date, benefits)
select portal_new_id(), club.id, season.*
from organisations as club,
  (values
    -- series, name, price, VAT per cent, surcharge, combinable, first day, last day, on sale from, what it gives
    ('adult',  'Voksen 2027', 60000,  0, 5000, false, date '2027-01-01', date '2027-12-31', date '2026-11-01',
      jsonb '{"da": "Sejl i klubbens joller, tirsdag og lørdag.", "en": "Sail the club''s dinghies, Tuesdays and Saturdays."}'),
    ('junior', 'Junior 2027', 30000,  0,    0, false, date '2027-01-01', date '2027-12-31', date '2026-11-01',
      jsonb '{"da": "Træning med instruktør, jolle og redningsvest."}'),
    ('berth',  'Jolleplads 2027', 40000, 25, 0, true, date '2027-01-01', date '2027-12-31', date '2026-11-01',
      jsonb '{"da": "Din egen plads på jollebroen.", "en": "Your own place on the dinghy jetty."}')
  ) as season
where club.key = 'SEJL';

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
