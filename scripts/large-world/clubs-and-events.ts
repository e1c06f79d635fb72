import { sql } from '#server/database/sql.ts'
import type { LargeWorld } from './size.ts'

const sports =
  'Roklub Tennisklub Badmintonklub Svømmeklub Håndboldklub Gymnastikforening Kajakklub Cykelklub Løbeklub Orienteringsklub Skakklub Spejdergruppe Sejlklub Volleyballklub Danseklub Bueskytteklub Amatørscene Kor Hundeklub Haveforening'
const towns =
  'Roskilde Silkeborg Aarhus Odense Aalborg Esbjerg Randers Kolding Horsens Vejle Herning Helsingør Næstved Fredericia Viborg Køge Holstebro Taastrup Slagelse Hillerød Sønderborg Svendborg Holbæk Hjørring Nørresundby Ringsted Haderslev Skive Ølstykke Nykøbing Aabenraa Thisted Nyborg Middelfart Ikast Lemvig Struer Ribe Varde Faaborg Assens Kerteminde Bogense Maribo Nakskov Rødby Stege Præstø Sorø Kalundborg'
const titles =
  'Aften Morgen Sommer Vinter Forår Efterår Klub Børne Senior Åben Intro Mester Venskabs Jule Påske Nytårs Natur By Fjord Skov'
const things =
  'tur træning kursus stævne møde fest koncert foredrag lejr kamp prøve workshop bal marked løb dag aften weekend middag debat'

const words = (list: string) => sql`string_to_array(${list}, ' ')`

/** Clubs in many towns, and `pg_temp.club` with their numbers; a season begins in January, April or August. */
export const insertClubs = (keys: readonly { id: string; key: string }[]) => [
  sql`create temp table club on commit drop as
    select number::int, id, key, 'K' || lpad(number::text, 4, '0') as code,
      make_date(extract(year from today)::int - case when month > extract(month from today) then 1 else 0 end, month, 1) as season
    from (
      select number, (row->>'id')::uuid as id, row->>'key' as key, (array[1, 4, 8])[1 + number % 3] as month,
        (portal_now() at time zone 'Europe/Copenhagen')::date as today
      from jsonb_array_elements(${JSON.stringify(keys)}::jsonb) with ordinality rows(row, number)
    ) numbered`,
  sql`insert into organisations (id, key, name, description_texts, city, address, contact_email, hue, created_at)
    select id, code, town || ' ' || sport || case when number > 1000 then ' ' || number else '' end,
      local_text('Fællesskab for begyndere og øvede i ' || town || ' og omegn.', 'Beginners and old hands in and around ' || town || '.'),
      town, 'Foreningsvej ' || number % 90 || ', ' || town, lower(code) || '@klub.example', number * 47 % 360, portal_now() - interval '4 years'
    from (select club.*, towns[1 + number % cardinality(towns)] as town, sports[1 + number / cardinality(towns) % cardinality(sports)] as sport
      from club, (select ${words(towns)} as towns, ${words(sports)} as sports) lists) named`,
  sql`insert into payment_configurations (id, org_id, key_encrypted) select portal_new_id(), id, key from club`,
  sql`analyze club`,
]

/** The season before, this one and the next of each kind; what is over is no longer sold. */
export const insertConfigurations = sql`
  insert into membership_configurations
    (id, org_id, name, series, price, vat_rate, surcharge, start_date, end_date, offer_start_date, min_age, max_age, is_passive, enabled)
  select portal_new_id(), club.id, kind.name || ' ' || extract(year from starts)::int, kind.series, kind.price + number % 7 * 5000, 0, 0,
    starts, (starts + interval '1 year')::date - 1, starts - 60 - number % 60, kind.min_age, kind.max_age, kind.series = 'passive', year >= 0
  from club cross join generate_series(-1, 1) year
    cross join lateral (select (season + make_interval(years => year))::date as starts) season_of
    cross join (values ('Senior', 'adult', 60000, 18, null), ('Ungdom', 'youth', 35000, null, 17), ('Passiv', 'passive', 15000, null, null))
      kind (name, series, price, min_age, max_age)`

/**
 * Events over a year and a half, one in three to come, and `pg_temp.event` with their numbers. Event number n is of club number
 * 1 + (n - 1) % clubs. One in three is free; one in ten has one of the demo world's pictures.
 */
export const insertEvents = ({ clubs, events }: LargeWorld) => [
  sql`create temp table event on commit drop as
    select n as number, portal_new_id() as id, club.id as org_id, starts_at, n % 3 = 0 as is_free, (5 + n % 20) * 2000 as price,
      titles[1 + n % 20] || things[1 + n / 20 % 20] as title, initcap(things[1 + n / 20 % 20]) as kind
    from (select ${words(titles)} as titles, ${words(things)} as things) lists,
      generate_series(1, ${events}::int) n join club on club.number = 1 + (n - 1) % ${clubs}::int,
      lateral (select date_trunc('hour', portal_now()) - interval '365 days'
        + (n::bigint * 7919 % ${events}::int) * interval '545 days' / ${events}::int as starts_at) times`,
  sql`analyze event`,
  sql`insert into events (id, org_id, title, description, kind, place, address, starts_at, ends_at, public_from, for_members, guests_invited)
    select id, org_id, title, repeat('Tag familien med, og mød de andre i klubben. Der er kaffe, kage og plads til alle. ', 4), kind,
      'Sal ' || number % 30, '', starts_at, starts_at + case when number % 100 = 0 then interval '2 days' else interval '3 hours' end,
      starts_at - interval '200 days', number % 7 = 0, number % 14 = 0
    from event`,
  sql`insert into event_categories (id, event_id, category, name, price, member_price, max_age, position)
    select portal_new_id(), event.id, kind.category, kind.name, case when is_free then 0 else event.price / kind.part end,
      case when is_free or number % 2 = 0 then null else event.price / kind.part / 2 end, kind.max_age, kind.position
    from event cross join (values ('adult', 'Voksen', 1, null, 0), ('child', 'Barn', 2, 17, 1)) kind (category, name, part, max_age, position)`,
  sql`insert into event_pictures (event_id, version, content_type, bytes, small, width, height, alt_texts)
    select event.id, picture.version, content_type, bytes, small, width, height, alt_texts
    from event join (select *, row_number() over () as number, count(*) over () as many from event_pictures) picture
      on event.number % 10 = 0 and picture.number = 1 + event.number / 10 % picture.many`,
]

/** Counts sales of each event and category, with room so that a few are sold out and many nearly so. */
export const countSold = [
  sql`update event_categories set sold = counted.sold
    from (select category_id, count(*)::int as sold from event_entries where status = 'paid' group by 1) counted, event
    where counted.category_id = event_categories.id and event.id = event_categories.event_id`,
  sql`update events set sold = coalesce(counted.sold, 0), capacity = coalesce(counted.sold, 0) + event.number % 25
    from event left join (select event_id, count(*)::int as sold from event_entries where status = 'paid' group by 1) counted
      on counted.event_id = event.id
    where event.id = events.id and event.number % 4 <> 0`,
  sql`update events set sold = counted.sold
    from event join (select event_id, count(*)::int as sold from event_entries where status = 'paid' group by 1) counted on counted.event_id = event.id
    where event.id = events.id and event.number % 4 = 0`,
]
