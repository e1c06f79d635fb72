import { sql } from '#server/database/sql.ts'

/** The Friday doubles of the tennis club on seven more Fridays; the third date is on other courts. */
export const fillWeeklyTraining = [
  sql`with base as (
      select events.* from events join organisations on organisations.id = events.org_id
      where organisations.key = 'TENNIS' and events.title = 'Fredagsdouble'
    ), series as (
      insert into event_series (id, org_id, rule, starts_on)
      select portal_new_id(), org_id, jsonb_build_object('unit', 'week', 'every', 1, 'weekdays', '[5]'::jsonb, 'monthly', 'day',
        'until', null, 'count', 8, 'skipHolidays', false, 'skipWeeks', '[]'::jsonb, 'except', '[]'::jsonb),
        (starts_at at time zone time_zone)::date
      from base returning id
    ), first as (
      update events set series_id = series.id from series, base where events.id = base.id
    ), dates as (
      insert into events (id, org_id, series_id, own_fields, copied_from, title, title_texts, description, description_texts, kind, place, place_texts,
        address, starts_at, ends_at, public_from, status, published_at, refund_until_hours, for_members, guests_invited, one_per_person, created_at)
      select portal_new_id(), org_id, series.id, case week when 2 then '{place}'::text[] else '{}' end, base.id, title, title_texts,
        description, description_texts, kind, case week when 2 then 'Hal, bane 3 og 4' else place end,
        case week when 2 then '{"da": "Hal, bane 3 og 4"}'::jsonb else place_texts end, address,
        (starts_at at time zone time_zone + week * interval '7 days') at time zone time_zone,
        (ends_at at time zone time_zone + week * interval '7 days') at time zone time_zone,
        public_from, status, published_at, refund_until_hours, for_members, guests_invited, one_per_person, created_at
      from base, series, generate_series(1, 7) week returning id
    )
    insert into event_categories (id, event_id, category, name, name_texts, price, member_price, position)
    select portal_new_id(), dates.id, category, name, name_texts, price, member_price, position
    from dates, event_categories categories join base on base.id = categories.event_id`,
]
