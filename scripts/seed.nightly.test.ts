import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecrets } from '#server/database/secrets.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { demoUsers } from '../simulators/identity-provider/demo-users.ts'
import { scenes } from './demo-world/event-scenes.ts'
import { seedDemoWorld } from './seed.ts'

const secrets = createSecrets('a key for tests, 32 characters or more')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  expect(await seedDemoWorld({ db: database.db, secrets })).toBe(true)
})
afterAll(() => database.drop())

const count = async (from: string) =>
  Number((await database.sql<{ n: string }>(`select count(*) n from ${from}`))[0]!.n)

const dayInCopenhagen = `(portal_now() at time zone 'Europe/Copenhagen')::date`

const tables = [
  'organisations',
  'membership_configurations',
  'members',
  'membership_terms',
  'orders',
  'payments',
  'receipts',
  'events',
]
const counts = () => Promise.all(tables.map(count))

it('fills a database once', async () => {
  const before = await counts()
  expect(before.every((rows) => rows > 0)).toBe(true)
  expect(await seedDemoWorld({ db: database.db, secrets })).toBe(false)
  expect(await counts()).toEqual(before)
})

it('is filled once by two servers that start together', async () => {
  const other = await createTestDatabase()
  const seeded = await Promise.all([1, 2, 3].map(() => seedDemoWorld({ db: other.db, secrets })))
  expect(seeded.filter(Boolean)).toHaveLength(1)
  await other.drop()
})

it('has a member for every demo sign-in but the newcomer', async () => {
  const rows = await database.sql<{ email: string }>('select email from members where email is not null')
  const known = new Set(rows.map(({ email }) => email))
  const strangers = demoUsers.map(({ email }) => email).filter((email) => !known.has(email))
  expect(strangers).toEqual(['newcomer@example.com'])
})

it('sells the current season in every club, and the next one in at least one', async () => {
  const onSale = 'membership_configurations where enabled and offer_start_date <='
  const clubs = await database.sql(
    `select distinct org_id from ${onSale} ${dayInCopenhagen} and ${dayInCopenhagen} between start_date and end_date`,
  )
  expect(clubs).toHaveLength(3)
  expect(await count(`${onSale} ${dayInCopenhagen} and start_date > ${dayInCopenhagen}`)).toBeGreaterThan(0)
  expect(await count(`membership_configurations where offer_start_date > ${dayInCopenhagen}`)).toBeGreaterThan(0)
})

it('has a paid order, a captured payment and a gapless receipt behind every membership', async () => {
  expect(
    await count(`membership_terms t left join orders o on o.id = t.order_id and o.status = 'paid'
      left join payments p on p.order_id = o.id and p.status = 'captured' and p.amount = o.total
      left join receipts r on r.order_id = o.id where r.order_id is null or p.id is null`),
  ).toBe(0)
  expect(await count('orders o where total <> (select sum(l.total) from order_lines l where l.order_id = o.id)')).toBe(
    0,
  )
  expect(
    await count(`receipt_counters c where last <> (select count(distinct number) from (select org_id, year, test_mode, number from receipts
        union all select org_id, year, test_mode, number from credit_notes) r
      where (r.org_id, r.year, r.test_mode) = (c.org_id, c.year, c.test_mode) and r.number between 1 and c.last)`),
  ).toBe(0)
})

it('lets a family of four renew in one club with one click: two kinds, all on sale', async () => {
  const rows = await database.sql<{ first_name: string; next: string }>(
    `select members.first_name, next.series as next
     from members join membership_terms terms on terms.member_id = members.id and terms.status = 'active'
       and ${dayInCopenhagen} between terms.start_date and terms.end_date
     join membership_configurations current on current.id = terms.configuration_id
     join organisations on organisations.id = current.org_id and organisations.key = 'ROKLUB'
     join membership_configurations next on next.org_id = current.org_id and next.series = current.series
       and next.start_date = current.end_date + 1 and next.enabled and next.offer_start_date <= ${dayInCopenhagen}
     where members.last_name = 'Holm' order by members.first_name`,
  )
  expect(rows.map((row) => [row.first_name, row.next])).toEqual([
    ['Alma', 'junior'],
    ['Anna', 'adult'],
    ['Bo', 'adult'],
    ['Viggo', 'junior'],
  ])
})

it('has a member in their days of grace who can renew', async () => {
  const rows = await database.sql(
    `select 1 from members join membership_terms terms on terms.member_id = members.id and terms.status = 'active'
     join organisations on organisations.id = terms.org_id and organisations.key = 'TENNIS'
     join membership_configurations ended on ended.id = terms.configuration_id
     join membership_configurations next on next.org_id = ended.org_id and next.series = ended.series
       and next.start_date > ended.end_date and next.enabled and next.offer_start_date <= ${dayInCopenhagen}
     where members.email = 'carla@example.com'
       and ${dayInCopenhagen} between terms.end_date + 1 and terms.end_date + organisations.grace_days`,
  )
  expect(rows).toHaveLength(1)
})

it('has a family: two children, a link, a request, and a log', async () => {
  const reach = await database.sql<{ first_name: string; acting_as: string }>(
    `select m.first_name, r.acting_as from people_in_reach r join members m on m.id = r.member_id
     join members a on a.id = r.actor_id where a.email = 'anna@example.com' order by m.first_name`,
  )
  expect(reach.map((row) => [row.first_name, row.acting_as])).toEqual([
    ['Alma', 'participant'],
    ['Bo', 'relative'],
    ['Viggo', 'participant'],
  ])
  expect(await count(`family_invitations where status = 'pending' and invitee_email = 'carla@example.com'`)).toBe(1)
  expect(await count('acts')).toBe(5)
})

const states: readonly (readonly [string, string])[] = [
  [
    'is free',
    `not exists (select from event_categories c where c.event_id = e.id and c.price > 0) and enabled and ends_at > portal_now()`,
  ],
  ['has few places left', 'capacity - sold between 1 and 3 and ends_at > portal_now()'],
  ['is full', 'capacity = sold and ends_at > portal_now()'],
  ['is for members only', 'for_members and not guests_invited and enabled and public_from < portal_now()'],
  ['is for members and their guests', 'for_members and guests_invited'],
  ['is not public yet', 'public_from > portal_now() and enabled'],
  ['is not on sale yet', 'sale_from > portal_now() and public_from < portal_now()'],
  ['is no longer on sale', 'sale_until < portal_now() and ends_at > portal_now()'],
  ['is over', 'ends_at < portal_now()'],
  ['is a draft', `status = 'draft'`],
  ['is cancelled', `status = 'cancelled' and cancel_texts is not null`],
  [
    'has an early price, a pool over two categories and a rule for refunds',
    `refund_until_hours > 0
     and exists (select from event_phases p where p.event_id = e.id and p.until > portal_now())
     and exists (select from event_categories c where c.event_id = e.id group by pool_id having count(pool_id) > 1)`,
  ],
  ['lasts days', `ends_at - starts_at > interval '1 day'`],
  ['may be taken twice by one person', 'not one_per_person'],
  [
    'shares places between categories',
    'exists (select from event_categories c join event_pools p on p.id = c.pool_id where c.event_id = e.id)',
  ],
  ['has a price for an age', 'exists (select from event_categories c where c.event_id = e.id and max_age < 18)'],
  ['has a price for members only', 'exists (select from event_categories c where c.event_id = e.id and members_only)'],
  [
    'has a picture',
    'exists (select from event_pictures p where p.event_id = e.id and length(bytes) between 5000 and 60000)',
  ],
  ['has none', `enabled and not exists (select from event_pictures p where p.event_id = e.id)`],
]

it.each(states)('has an event that %s', async (_, where) => {
  expect(await count(`events e where ${where}`)).toBeGreaterThan(0)
})

const kindsOfCoupon: [string, string][] = [
  ['listed', `listed and enabled and valid_until is null and total_limit is null`],
  ['private, worth an amount', 'not listed and amount > 0'],
  ['made by the portal', `code ~ '^[2-9A-Z]{5}-[2-9A-Z]{5}$' and not listed`],
  ['used up', 'used = total_limit'],
  ['nearly used up, for one event', 'listed and total_limit - used between 1 and 5 and event_id is not null'],
  ['expired', 'valid_until < portal_now()'],
  [
    'for a category',
    `exists (select from event_categories k join events e on e.id = k.event_id
    where e.org_id = c.org_id and k.category = any(c.categories))`,
  ],
]

it.each(kindsOfCoupon)('has a coupon that is %s', async (_, where) => {
  expect(await count(`coupons c where ${where}`)).toBeGreaterThan(0)
})

it('shows every event picture', async () => {
  expect(await count('event_pictures')).toBe(Object.keys(scenes).length)
})

it('every club has a colour, a logo of a few kilobytes and a cover', async () => {
  const size = `case use when 'logo' then length(small) between 500 and 3000 and length(bytes) < 10000
    else length(small) between 5000 and 20000 and length(bytes) between 10000 and 40000 end`
  expect(await count(`organisations where colour is not null`)).toBe(3)
  expect(await count(`club_pictures where ${size}`)).toBe(6)
  expect(
    await count(`organisations o join club_pictures p on p.org_id = o.id and p.version in (o.logo, o.cover)`),
  ).toBe(6)
})

it('its counters of every event, category and pool match the places sold', async () => {
  expect(await count(`events e where sold <> (select sum(sold) from event_categories c where c.event_id = e.id)`)).toBe(
    0,
  )
  expect(
    await count(`event_pools p where sold <> (select sum(sold) from event_categories c where c.pool_id = p.id)`),
  ).toBe(0)
})

it('names everybody who goes to the events of the clubs that sell, once and of the right age', async () => {
  const named = `org_id in (select id from organisations where state = 'live')`
  const counted = (column: string, owner: string) =>
    `${column} <> (select count(*) from event_entries n where n.status = 'paid' and n.${owner})`
  expect(await count(`events e where ${named} and ${counted('sold', 'event_id = e.id')}`)).toBe(0)
  expect(
    await count(`event_categories c where ${counted('sold', 'category_id = c.id')}
      and event_id in (select id from events where ${named})`),
  ).toBe(0)
  expect(
    await count(`event_entries n join event_categories c on c.id = n.category_id join members m on m.id = n.member_id
      join events e on e.id = n.event_id where n.created_at < e.created_at
        or n.sort_total <> (select total from order_lines l where l.entry_id = n.id)
        or not extract(year from age(e.starts_at, m.date_of_birth)) between coalesce(min_age, 0) and coalesce(max_age, 200)`),
  ).toBe(0)
})

it('refunded everybody whose event is cancelled, with a credit note and as its run says', async () => {
  expect(
    await count(`event_entries n join events e on e.id = n.event_id and e.status = 'cancelled'
      join order_lines l on l.entry_id = n.id left join refund_lines r on r.line_id = l.id and r.amount = l.total
      left join refunds f on f.id = r.refund_id and f.status = 'done'
      left join credit_notes c on c.refund_id = f.id
      left join status_changes s on s.thing = 'event_entries' and s.thing_id = n.id and s.to_status = 'cancelled'
      left join event_run_items i on i.refund_id = f.id and i.order_id = n.order_id and i.state = 'done' and i.amount = f.amount
      left join event_runs u on u.id = i.run_id and u.event_id = e.id and u.state = 'done'
      where n.status <> 'cancelled' or l.refunded <> l.total or c.number is null or u.id is null or s.id is null`),
  ).toBe(0)
  expect(
    await count(`orders o where (status = 'refunded') <> (select bool_and(refunded = total) and bool_or(total > 0)
      from order_lines l where l.order_id = o.id)`),
  ).toBe(0)
  expect(
    await count(`refunds f where amount <> (select sum(amount) from refund_lines r where r.refund_id = f.id)`),
  ).toBe(0)
})

it('its history names existing things, by people who may change them, and nothing in the future', async () => {
  expect(await count('office_history where at > portal_now()')).toBe(0)
  expect(
    await count(`office_history h where thing = 'event' and not exists (select from events e where e.id::text = h.thing_id)
      or thing = 'order' and not exists (select from orders o where o.id::text = h.thing_id)
      or thing = 'membership' and not exists (select from membership_configurations c where c.id::text = h.thing_id)
      or not exists (select from office_grants g where g.org_id = h.org_id and g.member_id = h.actor_id and g.granted_at <= h.at)
        and h.thing <> 'access'`),
  ).toBe(0)
})

const kindsOfThread: [string, string][] = [
  ['waits for its club', `state = 'open'`],
  ['waits for its club a second time', `state = 'open' and answered_by is not null`],
  ['was answered', `state = 'answered' and answered_by is not null`],
  ['is closed', `state = 'closed'`],
  ['a visitor began', 'member_id is null and visitor_email is not null'],
  ['is about an event', `topic_kind = 'event' and exists (select from events e where e.id = topic_id)`],
  [
    'is about a membership',
    `topic_kind = 'membership' and exists (select from membership_configurations c where c.id = topic_id and c.enabled)`,
  ],
  ['its office wrote a note to', 'exists (select from thread_notes n where n.thread_id = t.id)'],
]

it.each(kindsOfThread)('has a thread that %s', async (_, where) => {
  expect(await count(`threads t where ${where}`)).toBeGreaterThan(0)
})

it('its threads name their last message, and nothing is from tomorrow', async () => {
  expect(
    await count(`threads t join lateral (select * from thread_messages m where m.thread_id = t.id
      order by created_at desc limit 1) last on true
      where t.last_at <> last.created_at or last.created_at > portal_now()
        or position(left(t.preview, 20) in last.text) = 0 or (last.sender = 'asker' and t.state = 'answered')`),
  ).toBe(0)
})

it('keeps the gateway keys encrypted', async () => {
  const rows = await database.sql<{ key_encrypted: string }>('select key_encrypted from payment_configurations')
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row.key_encrypted).not.toContain('0b7c1f52')
})
