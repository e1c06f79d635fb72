import { sql } from '#server/database/sql.ts'
import { demoId } from './demo-id.ts'

/** The registers of the clubs: everyone who bought, and for whom something was bought, with numbers in the order in which they came. */
export const fillRegisters = [
  sql`insert into club_people (org_id, member_id, since, source)
    select org_id, member_id, min(day), case when bool_or(joins) then 'joined' else 'bought' end
    from (
      select org_id, member_id, start_date as day, true as joins from membership_terms where status in ('active', 'cancelled')
      union all
      select orders.org_id, people.id, (coalesce(paid_at, created_at) at time zone 'Europe/Copenhagen')::date, false
      from orders cross join lateral (
        select orders.buyer_id as id union select member_id from order_lines where order_id = orders.id
      ) people
      where orders.status in ('paid', 'refunded')
    ) came
    group by 1, 2`,
  sql`update club_people set number = numbered.number from (
      select org_id, member_id, row_number() over (partition by org_id order by since, member_id)::int as number from club_people
    ) numbered
    where numbered.org_id = club_people.org_id and numbered.member_id = club_people.member_id`,
  sql`insert into club_people_counters (org_id, last) select org_id, max(number) from club_people group by 1`,
  sql`insert into club_fields (id, org_id, label, kind, options, who_sees, position)
    select ${demoId('club field', new Date('2026-01-10T12:00Z'))}::uuid, id, '{"da": "Skab", "en": "Locker"}', 'choice',
      '[{"da": "Nord", "en": "North"}, {"da": "Syd", "en": "South"}]', 'person', 1
    from organisations where key = 'ROKLUB'`,
  sql`update club_people set
      tags = case when number % 5 = 0 then '{Bådhold}' when number % 7 = 0 then '{Bestyrelse}' else '{}' end::text[],
      fields = case when number % 3 = 0 then jsonb_build_object(field.id, case when number % 2 = 0 then 'Nord' else 'Syd' end) else '{}' end
    from club_fields field where field.org_id = club_people.org_id`,
]
