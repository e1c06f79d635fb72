import { sql } from '#server/database/sql.ts'

/** Three families wait for the sold-out tour of the rowing club: all of them, at least one, and as many as possible. */
export const fillWaitingLists = [
  sql`with tour as (
      select events.id, events.org_id, events.starts_at::date as day from events join organisations on organisations.id = events.org_id
      where organisations.key = 'ROKLUB' and events.title like 'Natur- og sælsafari%'
    ), people as (
      select tour.id as event_id, tour.org_id, tour.day, coalesce(members.parent_id, members.id) as buyer_id, members.id, members.date_of_birth,
        members.parent_id is not null as is_child
      from tour join club_people register on register.org_id = tour.org_id
      join members family on family.id = register.member_id and family.parent_id is null and family.email is not null
        and split_part(family.email, '@', 1) not in ('anna', 'bo', 'carla', 'dan', 'erik', 'unverified', 'super', 'all-clubs')
        and family.email like '%@example.com'
      join members on members.id = family.id or members.parent_id = family.id
      where members.date_of_birth is not null
        and not exists (select from event_entries where event_id = tour.id and member_id = members.id)
    ), families as (
      select event_id, org_id, buyer_id, row_number() over (order by count(distinct id) desc, buyer_id) as nr
      from people group by 1, 2, 3 having bool_or(not is_child)
    ), wishes as (
      insert into waiting_wishes (id, org_id, event_id, buyer_id, mode, at_least, status, joined_at)
      select gen_random_uuid(), org_id, event_id, buyer_id,
        case nr when 1 then 'all' when 2 then 'at_least' else 'any' end, case nr when 2 then 1 end, 'waiting',
        portal_now() - (9 - nr) * interval '1 day'
      from families where nr <= 3 returning id, event_id, buyer_id
    ), members_of as (
      insert into waiting_people (wish_id, member_id, category_id, position)
      select distinct on (wishes.id, people.id) wishes.id, people.id, categories.id,
        row_number() over (partition by wishes.id order by people.is_child, people.date_of_birth)
      from wishes join people on people.buyer_id = wishes.buyer_id
      join event_categories categories on categories.event_id = wishes.event_id
        and extract(year from age(people.day, people.date_of_birth)) between coalesce(categories.min_age, 0) and coalesce(categories.max_age, 200)
      order by wishes.id, people.id, categories.position
    )
    update events set waiting = (select count(*) from wishes) from tour where events.id = tour.id`,
]
