import { randomUUID } from 'node:crypto'
import { inDatabase } from './in-database.ts'
import type { Portal } from './portal.ts'

interface CategoryPlan {
  readonly category: string
  readonly name: string
  /** Kroner. */
  readonly price: number
  readonly memberPrice?: number
  readonly minAge?: number
  readonly maxAge?: number
}

interface EventPlan {
  readonly club: string
  readonly title: string
  readonly capacity?: number
  readonly forMembers?: boolean
  /** 10 when left out. */
  readonly inDays?: number
  readonly categories: readonly CategoryPlan[]
}

/** An event of this story only, public and on sale. @returns its id */
export async function eventOf(portal: Portal, plan: EventPlan): Promise<string> {
  const { club, title, capacity = null, forMembers = false, inDays = 10, categories } = plan
  const [event] = await inDatabase<{ id: string }>(
    portal,
    `insert into events (id, org_id, title, kind, place, address, starts_at, ends_at, public_from, for_members, capacity)
     select portal_new_id(), organisations.id, $2, 'Fest', 'The boathouse', 'Havnevej 1, Roskilde',
       date_trunc('day', portal_now()) + make_interval(days => $5, hours => 17), date_trunc('day', portal_now()) + make_interval(days => $5, hours => 22),
       portal_now() - interval '1 day', $3, $4
     from organisations where organisations.key = $1 returning id`,
    [club, title, forMembers, capacity, inDays],
  )
  const rows = categories.map(({ price, memberPrice, ...rest }, position) => ({
    ...rest,
    price: price * 100,
    memberPrice: memberPrice === undefined ? null : memberPrice * 100,
    position,
  }))
  await inDatabase(
    portal,
    `insert into event_categories (id, event_id, category, name, price, member_price, min_age, max_age, position)
     select portal_new_id(), $1, category, name, price, "memberPrice", "minAge", "maxAge", position
     from json_to_recordset($2) as row(category text, name text, price bigint, "memberPrice" bigint, "minAge" int, "maxAge" int, position int)`,
    [event!.id, JSON.stringify(rows)],
  )
  return event!.id
}

/** A code of a club that takes a percentage off one event. @returns the code */
export async function couponFor(portal: Portal, eventId: string, percent: number): Promise<string> {
  const code = `STORY${randomUUID().slice(0, 6).toUpperCase()}`
  await inDatabase(
    portal,
    `insert into coupons (id, org_id, event_id, code, name_texts, percent)
     select portal_new_id(), org_id, id, $2, local_text('Tidlig', 'Early bird'), $3 from events where id = $1`,
    [eventId, code, percent],
  )
  return code
}

/** The orders of somebody for an event. */
export const ordersFor = async (portal: Portal, eventId: string, email: string) =>
  inDatabase<{ number: string; status: string; total: number }>(
    portal,
    `select orders.number, orders.status, orders.total::int from orders join members on members.id = orders.buyer_id
     where orders.event_id = $1 and members.email = $2 order by orders.id`,
    [eventId, email],
  )

/** Gives a member a husband who approved the link and two children. */
export async function withFamilyOfFour(portal: Portal, email: string) {
  await inDatabase(
    portal,
    `with parent as (select id from members where email = $1),
       children as (
         insert into members (id, parent_id, first_name, last_name, date_of_birth)
         select portal_new_id(), parent.id, name, 'Klok', '2018-05-01' from parent, unnest(array['Clara', 'David']) name),
       grown as (update members set date_of_birth = '1985-03-01' where email = $1),
       relative as (
         insert into members (id, first_name, last_name, email, date_of_birth)
         values (portal_new_id(), 'Otto', 'Klok', 'otto.' || $1, '1984-01-01') returning id)
     insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id, status, answered_at)
     select portal_new_id(), parent.id, relative.id, 'otto.' || $1, portal_new_id(), 'approved', portal_now() from parent, relative`,
    [email],
  )
}
