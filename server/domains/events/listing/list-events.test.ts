import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { events } from '#contract/events/events.ts'
import { publicEvents } from '#contract/events/public.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type EventPlan } from '#server/testing/builders/event-builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'

let app: TestApp
let club: Club
let other: Club
let closed: Club
let anna: Person
let bo: Person
let dan: Person
let admin: Person
let liv: string
const at: Record<string, string> = {}

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)

async function build(name: string, of: Club, startsAt: Date, plan: EventPlan = {}) {
  const endsAt = new Date(startsAt.getTime() + 2 * 3_600_000)
  at[name] = (await buildEvent(app, of, { title: name, startsAt, endsAt, ...plan })).id
}

beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  other = await buildClub(app)
  closed = await buildClub(app, { enabled: false })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  dan = await signedIn(app, 'dan@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
  liv = await buildParticipant(app, anna, 'Liv')
  await app.database.sql(`update members set date_of_birth = '2016-03-01' where id = $1`, [liv])
  await buy(app, anna, club)

  await build('going on', club, inDays(-1), { endsAt: inDays(1), kind: 'Camp' })
  await build('soon', club, inDays(2), { kind: 'Party', place: 'Club house' })
  await build('members', club, inDays(3), { forMembers: true, kind: 'Party' })
  await build('guests', club, inDays(4), { forMembers: true, guestsInvited: true, kind: 'Course' })
  await build('children', other, inDays(5), { categories: [{ category: 'child', maxAge: 14 }], kind: 'Course' })
  await build('their members', other, inDays(6), { categories: [{ category: 'adult', membersOnly: true }] })
  await build('100% _fun_ \\o/', other, inDays(7))
  await build('not public yet', club, inDays(8), { publicFrom: inDays(1), kind: 'Secret' })
  await build('their secret', other, inDays(9), { publicFrom: inDays(1) })
  await build('disabled', club, inDays(2), { enabled: false, kind: 'Disabled' })
  await build('over', club, inDays(-3), { kind: 'Over' })
  await build('of a closed club', closed, inDays(2), { kind: 'Closed' })
})

const everybodys = ['going on', 'soon', 'members', 'guests', 'children', 'their members', '100% _fun_ \\o/'] as const

const titles = async (query: Input<typeof events.list>, as = anna) =>
  (await app.call(events.list, query, { as: as.token })).map(({ title }) => title)

describe('for visitors', () => {
  const open = async (query: Input<typeof publicEvents.list>) =>
    (await app.call(publicEvents.list, query, {})).map(({ title }) => title)
  const openToAll = everybodys.filter((name) => name !== 'members')

  test('everything that anybody may come to, in order of its start, page by page', async () => {
    expect(await open({})).toEqual(openToAll)
    const first = await open({ limit: '4' })
    expect([...first, ...(await open({ limit: '4', after: at[first.at(-1)!]! }))]).toEqual(openToAll)
  })

  test('a search, days and a club narrow it; nothing hidden is found', async () => {
    expect(await open({ search: 'HOUSE' })).toEqual(['soon'])
    expect(await open({ search: '_fun_', orgId: club.id })).toEqual([])
    expect(await open({ search: '_fun_', orgId: other.id })).toEqual(['100% _fun_ \\o/'])
    for (const hidden of ['members', 'not public', 'secret', 'disabled', 'over', 'closed'])
      expect(await open({ search: hidden })).toEqual(hidden === 'members' ? ['their members'] : [])
    const day = (days: number) => inDays(days).toISOString().slice(0, 10)
    // Late in the evening these days are later ones in Denmark, and an event of the day before ends on the first.
    const found = await open({ from: day(5), until: day(7) })
    expect(found).toEqual(expect.arrayContaining(['children', 'their members']))
    expect(found).not.toContain('soon')
  })

  test('a visitor costs as many round trips for a search of many clubs as for a page', async () => {
    const count = async (query: Input<typeof publicEvents.list>) => countQueries(() => open(query))
    expect(await count({ search: 'soon' })).toBeLessThanOrEqual((await count({})) + 2)
  })
})

describe('visibility', () => {
  test('open events that are not over, in order of their start', async () => {
    expect(await titles({})).toEqual(everybodys)
    expect(await titles({}, dan)).toEqual(everybodys)
  })

  test("only a club's office sees its events before they are public", async () => {
    expect(await titles({}, admin)).toEqual([...everybodys, 'not public yet'])
    const superAdmin = await signedIn(app, 'super@example.com')
    expect(await titles({}, superAdmin)).toEqual([...everybodys, 'not public yet', 'their secret'])
    const foreign = await signedIn(app, 'admin@tennis.example')
    expect(await titles({}, foreign)).toEqual(everybodys)
    expect(await titles({ search: 'their secret' }, admin)).toEqual([])
    expect(await titles({ search: 'not public' }, admin)).toEqual(['not public yet'])
    expect(await app.call(events.kinds, {}, { as: admin.token })).toEqual(['Camp', 'Course', 'Party', 'Secret'])
  })

  test('kinds are those of open events', async () => {
    expect(await app.call(events.kinds, {}, { as: anna.token })).toEqual(['Camp', 'Course', 'Party'])
    expect(await app.call(events.kinds, { orgId: other.id }, { as: anna.token })).toEqual(['Course'])
    expect(await app.call(events.kinds, { orgId: closed.id }, { as: anna.token })).toEqual([])
  })

  test("a club's counts are of open events, those for members, and those for guests", async () => {
    const list = await app.call(organisations.list, {}, { as: anna.token })
    const counts = ({ key }: Club) => {
      const { events: all, eventsForMembers, eventsForGuests } = list.find((one) => one.key === key)!
      return [all, eventsForMembers, eventsForGuests]
    }
    expect(counts(club)).toEqual([4, 2, 1])
    expect(counts(other)).toEqual([3, 0, 0])
  })
})

const filtered: readonly [string, () => Input<typeof events.list>, readonly string[]][] = [
  ['one club', () => ({ orgId: other.id }), ['children', 'their members', '100% _fun_ \\o/']],
  ['a club that is closed', () => ({ orgId: closed.id }), []],
  ['no club at all', () => ({ orgId: newId() }), []],
  ['clubs of the family', () => ({ mine: 'true' }), ['going on', 'soon', 'members', 'guests']],
  ['clubs of others', () => ({ mine: 'false' }), ['children', 'their members', '100% _fun_ \\o/']],
  ["a club that is not the family's", () => ({ mine: 'true', orgId: other.id }), []],
  ['a kind', () => ({ kind: 'Party' }), ['soon', 'members']],
  ['a kind in a club', () => ({ kind: 'Course', orgId: other.id }), ['children']],
  ['what the family may take', () => ({ fits: 'true' }), everybodys.filter((one) => one !== 'their members')],
  ['a word of the title', () => ({ search: 'MEMB' }), ['members', 'their members']],
  ['a word of the place', () => ({ search: 'club h' }), ['soon']],
  ['a word of the kind', () => ({ search: 'course' }), ['guests', 'children']],
  ['one letter', () => ({ search: 'G', orgId: other.id }), []],
  ['a percent sign', () => ({ search: '%' }), ['100% _fun_ \\o/']],
  ['an underline', () => ({ search: '_f' }), ['100% _fun_ \\o/']],
  ['a backslash', () => ({ search: '\\o' }), ['100% _fun_ \\o/']],
  ['a kind and a word', () => ({ search: 'members', kind: 'Party', mine: 'true' }), ['members']],
]

test.each(filtered)('the list keeps to %s', async (_, query, expected) => {
  expect(await titles(query())).toEqual(expected)
})

test("the filter for one's family depends on the caller", async () => {
  expect(await titles({ fits: 'true' }, dan)).toEqual(['going on', 'soon', 'guests', '100% _fun_ \\o/'])
  await linkedTo(app, anna, bo)
  // The age of her participant and her own membership count for herself; a relative brings his own and the participant's age.
  expect(await titles({ fits: 'true' }, bo)).toContain('children')
  expect(await titles({ mine: 'true' }, bo)).toEqual(['going on', 'soon', 'members', 'guests'])
  expect(await titles({ mine: 'true' }, dan)).toEqual([])
})

test('pages follow one another without gaps under every filter', async () => {
  for (const query of [
    {},
    { mine: 'true' as const },
    { search: 's' },
    { fits: 'true' as const },
    { from: '2000-01-01' },
  ]) {
    const whole = await app.call(events.list, query, { as: anna.token })
    const seen: string[] = []
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const page = await app.call(events.list, { ...query, limit: '2', ...(after && { after }) }, { as: anna.token })
      expect(page.length).toBeLessThanOrEqual(2)
      seen.push(...page.map(({ id }) => id))
      if (page.length < 2) break
    }
    expect(seen).toEqual(whole.map(({ id }) => id))
  }
  expect(await titles({ limit: '0' })).toHaveLength(1)
  expect(await titles({ limit: '999' })).toHaveLength(everybodys.length)
})

test('a page after a hidden event is the first page', async () => {
  const after = (id: string, as = anna) => codeOf(app.call(events.list, { after: id }, { as: as.token }))
  for (const name of ['disabled', 'not public yet', 'of a closed club'])
    expect(await after(at[name]!)).toBe('event_not_found')
  expect(await after(newId())).toBe('event_not_found')
  expect(await after(at['not public yet']!, admin)).toBe('ok')
})

test('a search continues in the text index when the next events have too few matches', async () => {
  const many = await buildClub(app)
  const plan = { org: many.id, from: inDays(20) }
  await app.database.sql(
    `insert into events (id, org_id, title, starts_at, ends_at, public_from, enabled)
     select gen_random_uuid(), $1, case when n > 1100 then 'Rare zebra ' when n % 40 = 0 then 'Now and then ' else 'Common ' end || n,
       $2::timestamptz + n * interval '1 minute', $2::timestamptz + n * interval '2 minutes', now() - interval '1 day', true
     from generate_series(1, 1110) n`,
    [plan.org, plan.from],
  )
  expect(await titles({ orgId: many.id })).toHaveLength(1110)
  expect(await titles({ search: 'zebra' })).toHaveLength(10)
  expect((await titles({ search: 'zebra', orgId: many.id, limit: '3' })).map((one) => one.slice(-4))).toEqual([
    '1101',
    '1102',
    '1103',
  ])
  expect(await titles({ search: 'ze', orgId: many.id })).toHaveLength(10)
  expect(await titles({ search: 'z', orgId: many.id })).toHaveLength(10)
  expect(await titles({ search: 'zebra', mine: 'true' })).toEqual([])
  // Twelve among the next five hundred: a hundred are looked up by their words, twenty-six are found further along.
  expect(await titles({ search: 'now and', orgId: many.id })).toHaveLength(27)
  expect(await titles({ search: 'now and', orgId: many.id, limit: '26' })).toHaveLength(26)
  await app.database.sql('update events set enabled = false where org_id = $1', [many.id])
  expect(await titles({ search: 'zebra' })).toEqual([])
})

test('a series is shown with its next date that matches the other filters', async () => {
  const hall = await buildClub(app)
  const seriesId = newId()
  await app.database.sql(`insert into event_series (id, org_id, rule, starts_on) values ($1, $2, '{}', portal_now())`, [
    seriesId,
    hall.id,
  ])
  const date = (name: string, day: number, plan: EventPlan = {}) =>
    build(name, hall, inDays(day), { seriesId, ...plan })
  await date('Tuesday, members', 70, { forMembers: true })
  await date('Tuesday, theirs', 71, { categories: [{ category: 'adult', membersOnly: true }] })
  await date('Tuesday', 72)
  await date('Christmas', 73, { kind: 'Party' })
  await date('Christmas again', 74, { kind: 'Party' })
  const once = { orgId: hall.id, series: 'once' as const }
  expect(await titles(once)).toEqual(['Tuesday, members'])
  expect(await titles({ ...once, search: 'christmas' })).toEqual(['Christmas'])
  expect(await titles({ ...once, kind: 'Party' })).toEqual(['Christmas'])
  expect(await titles({ ...once, from: inDays(72).toISOString().slice(0, 10) })).toHaveLength(1)
  expect(await titles({ ...once, fits: 'true' })).toEqual(['Tuesday'])
  expect((await app.call(publicEvents.list, once, {})).map(({ title }) => title)).toEqual(['Tuesday, theirs'])
})

test("the family's paid tickets are counted, and nobody else's", async () => {
  const event = await buildEvent(app, other, { title: 'Tickets', startsAt: inDays(30), endsAt: inDays(31) })
  await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }, { memberId: liv }] })
  await buildTickets(app, event, { buyer: dan, people: [{ memberId: dan.memberId }] })
  const ticketsOf = async (who: Person) =>
    (await app.call(events.list, { search: 'tickets' }, { as: who.token })).map(({ tickets }) => tickets)
  expect(await ticketsOf(anna)).toEqual([2])
  expect(await ticketsOf(dan)).toEqual([1])
  expect(await ticketsOf(admin)).toEqual([0])
  const { tickets } = await app.call(events.item, { eventId: event.id }, { as: anna.token })
  expect(tickets).toBe(2)
})

test("the list has the same places and prices as the event's page", async () => {
  const hall = await buildClub(app)
  const member = { memberPrice: 1_000 }
  const shared = [
    { category: 'adult', pooled: true, ...member },
    { category: 'child', price: 5_000, pooled: true, capacity: 2 },
  ]
  const plans: EventPlan[] = [
    { capacity: 9, sold: 2 },
    { capacity: 5, pool: 3, categories: shared },
    { pool: 3, categories: [...shared, { category: 'late', pooled: false, capacity: 4, sold: 3 }] },
    { capacity: 20, categories: [{ category: 'adult', membersOnly: true, ...member }] },
    { forMembers: true, categories: [{ category: 'adult' }, { category: 'child', ...member }] },
    { categories: [{ category: 'adult' }, { category: 'crew', price: 1_000, membersOnly: true }] },
    { categories: [{ category: 'adult' }, { category: 'child', price: 5_000, capacity: 2, sold: 2 }] },
    { categories: [] },
  ]
  const built = []
  for (const [day, plan] of plans.entries())
    built.push(await buildEvent(app, hall, { startsAt: inDays(50 + day), endsAt: inDays(60), ...plan }))
  for (const event of built.slice(0, 3)) {
    const token = await prepare(app, dan, [{ memberId: dan.memberId, event, category: 'adult' }])
    expect(token).toBeTruthy()
  }
  // One whose hold ran out, and that nobody has tidied away.
  await buildTickets(app, built[0]!, { buyer: bo, people: [{ memberId: bo.memberId, status: 'held' }] })
  await app.database.sql(
    `update event_entries set reserved_until = portal_now() - interval '1 minute' where member_id = $1`,
    [bo.memberId],
  )

  const list = await app.call(events.list, { orgId: hall.id }, { as: anna.token })
  const left = list.map(({ places }) => places.left)
  expect(left).toEqual([6, 2, 3, 20, null, null, null, 0])
  // With the places that are sold or held: never more than its categories and pools have.
  expect(list.map(({ places }) => places.capacity)).toEqual([9, 3, 4, 20, null, null, null, 0])
  // A price that nobody can pay any more is none.
  expect(list[6]).toMatchObject({ price: { minor: 20_000 }, priceVaries: false })
  for (const summary of list) {
    const page = await app.call(events.item, { eventId: summary.id }, { as: anna.token })
    expect(page).toMatchObject(summary)
  }
})

test('who has a membership on the day of an event pays as a member; nobody else does, nor after its grace period', async () => {
  const rowing = await buildClub(app)
  const price = { categories: [{ category: 'adult', memberPrice: 1_000 }] }
  const soon = await buildEvent(app, rowing, { startsAt: inDays(2), endsAt: inDays(3), ...price })
  const far = await buildEvent(app, rowing, { startsAt: inDays(900), endsAt: inDays(901), ...price })
  await buy(app, anna, rowing)
  const asMember = async ({ token }: Person) => {
    const list = await app.call(events.list, { orgId: rowing.id }, { as: token })
    const pages = [soon, far].map(({ id }) => app.call(events.item, { eventId: id }, { as: token }))
    expect(list.map(({ paysAsMember }) => paysAsMember)).toEqual(
      (await Promise.all(pages)).map(({ paysAsMember }) => paysAsMember),
    )
    return list.map(({ paysAsMember }) => paysAsMember)
  }
  expect(await asMember(anna)).toEqual([true, false])
  expect(await asMember(dan)).toEqual([false, false])
})

test('a list of many events takes as many queries as a list of one', async () => {
  const few = await buildClub(app)
  const many = await buildClub(app)
  const plan: EventPlan = {
    startsAt: inDays(40),
    endsAt: inDays(41),
    categories: [{ category: 'adult', memberPrice: 1 }],
  }
  await buildEvent(app, few, plan)
  for (let built = 0; built < 30; built++) await buildEvent(app, many, plan)
  for (const query of [{}, { search: 'summer' }, { fits: 'true' as const }]) {
    const counted = (orgId: string) =>
      countQueries(() => app.call(events.list, { orgId, ...query }, { as: anna.token }))
    await counted(few.id)
    expect(await counted(many.id)).toBe(await counted(few.id))
  }
})
