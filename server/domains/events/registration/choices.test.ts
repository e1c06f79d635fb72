import { beforeAll, expect, test } from 'vitest'
import { relationshipsOf } from '#server/domains/members/index.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  linkedTo,
  signedIn,
  type Person,
  type Season,
} from '#server/testing/builders.ts'
import { newId } from '#server/database/new-id.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { readChoices } from './choices.ts'

let app: TestApp
let anna: Person

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})

const actor = (person: Person, roles: { org: string; role: 'ADMIN' }[] = []) => ({
  via: { device: '', language: 'da' as const, ip: '' },
  identity: {} as never,
  memberId: person.memberId,
  actorId: person.memberId,
  acting: null,
  grants: [],
  roles,
})

async function choices(
  eventIds: readonly string[],
  memberIds: readonly string[],
  roles: { org: string; role: 'ADMIN' }[] = [],
) {
  const caller = actor(anna, roles)
  return readChoices(app.context.db, caller, await relationshipsOf(app.context.db, caller, memberIds), eventIds)
}

const choiceOf = (found: Awaited<ReturnType<typeof choices>>, eventId: string, memberId: string, category = 'adult') =>
  found
    .get(eventId)!
    .people.find((person) => person.memberId === memberId)!
    .choices.find((one) => one.category === category)!

test('a member pays the member price; others see which membership would lower it', async () => {
  const club = await buildClub(app)
  const passive = { name: 'Passive', price: 10_000, vatRate: 0, surcharge: 0, isPassive: true }
  await buildSeason(app, club, passive)
  const year = Number(club.season.endDate.slice(0, 4))
  const endsOn = (date: string) =>
    app.database.sql('update membership_configurations set end_date = $2 where id = $1', [club.season.id, date])
  // Not nearly over, whenever this runs.
  await endsOn(`${year + 1}-12-31`)
  const short = { name: 'Ends before', price: 100, startDate: `${year}-01-01`, endDate: `${year}-12-30` }
  await buildSeason(app, club, { ...short, offerStartDate: `${year}-01-01` })
  await buildSeason(app, club, { name: 'Not yet', price: 100, offerStartDate: '2099-01-01' })
  await buildSeason(app, club, { name: 'Select Membership', price: 1 })
  const child = await buildParticipant(app, anna, 'Liv')
  const event = await buildEvent(app, club, {
    startsAt: new Date(`${year}-12-31T10:00:00Z`),
    endsAt: new Date(`${year + 1}-06-01T10:00:00Z`),
    categories: [
      { category: 'adult', memberPrice: 15_000 },
      { category: 'same', memberPrice: 20_000 },
      { category: 'member', membersOnly: true },
    ],
  })
  await buy(app, anna, club)

  const found = await choices([event.id], [anna.memberId, child])
  expect(choiceOf(found, event.id, anna.memberId)).toEqual({
    category: 'adult',
    price: { minor: 15_000, currency: 'DKK' },
    priceKind: 'member',
    memberOffer: null,
    gates: [],
  })
  const offer = expect.objectContaining({ membershipConfId: club.season.id, total: { minor: 88_500, currency: 'DKK' } })
  expect(choiceOf(found, event.id, child)).toEqual({
    category: 'adult',
    price: { minor: 20_000, currency: 'DKK' },
    priceKind: 'standard',
    memberOffer: { price: { minor: 15_000, currency: 'DKK' }, offer },
    gates: [],
  })
  expect(choiceOf(found, event.id, child, 'same').memberOffer).toBeNull()
  expect(choiceOf(found, event.id, child, 'member').gates).toEqual([{ code: 'category_members_only', offer }])
  expect(choiceOf(found, event.id, anna.memberId, 'member').gates).toEqual([])

  // With few days left it is not worth a lower price, but still the only way to what is for members.
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await endsOn(inDays(30).toISOString().slice(0, 10))
  const soon = await buildEvent(app, club, {
    startsAt: inDays(3),
    endsAt: inDays(4),
    categories: [
      { category: 'adult', memberPrice: 15_000 },
      { category: 'member', membersOnly: true },
    ],
  })
  const then = await choices([soon.id], [child])
  expect(choiceOf(then, soon.id, child).memberOffer).toBeNull()
  expect(choiceOf(then, soon.id, child, 'member').gates).toMatchObject([{ code: 'category_members_only', offer }])
})

/** A child of some age on the first day of this year. */
async function buildChild(name: string, age: number | null) {
  const id = await buildParticipant(app, anna, name)
  const year = new Date().getFullYear()
  await app.database.sql('update members set date_of_birth = $2 where id = $1', [id, age && `${year - age}-01-01`])
  return id
}

test('no membership is offered where something else prevents the registration, too', async () => {
  const club = await buildClub(app)
  const soon = new Date(Date.now() + 86_400_000)
  const [liv, ida] = [await buildChild('Liv', 8), await buildChild('Ida', null)]
  const closed = [
    await buildEvent(app, club, { forMembers: true, categories: [{ category: 'adult', minAge: 18 }] }),
    await buildEvent(app, club, { forMembers: true, capacity: 1, sold: 1 }),
    await buildEvent(app, club, { forMembers: true, saleFrom: soon }),
    await buildEvent(app, club, { categories: [{ category: 'adult', minAge: 18, memberPrice: 100 }] }),
    await buildEvent(app, club, { saleFrom: soon, categories: [{ category: 'adult', memberPrice: 100 }] }),
  ]
  const open = await buildEvent(app, club, { forMembers: true })
  const ids = [...closed, open].map(({ id }) => id)
  const found = await choices(ids, [liv, ida])
  const offersAt = (eventId: string, memberId: string) => {
    const { gates, memberOffer } = choiceOf(found, eventId, memberId)
    return [...gates.flatMap(({ offer }) => offer ?? []), ...(memberOffer ? [memberOffer.offer] : [])].length
  }
  for (const { id } of closed) expect([offersAt(id, liv), offersAt(id, ida)]).toEqual([0, 0])
  expect([offersAt(open.id, liv), offersAt(open.id, ida)]).toEqual([1, 1])
})

test('each person is offered what they can buy: by age, by what ten others hold, and nothing already reserved', async () => {
  const club = await buildClub(app)
  await app.database.sql('update membership_configurations set min_age = 18 where id = $1', [club.season.id])
  const junior = await buildSeason(app, club, { name: 'Junior', maxAge: 17, price: 35_000 })
  const swim = await buildSeason(app, club, { name: 'Swim', maxAge: 17, price: 20_000 })
  const event = await buildEvent(app, club, { forMembers: true, startsAt: new Date() })
  const liv = await buildChild('Liv', 8)
  const ida = await buildChild('Ida', null)
  const offeredTo = async (memberId: string) =>
    choiceOf(await choices([event.id], [memberId]), event.id, memberId).gates.map(({ code, offer }) => [
      code,
      offer?.membershipConfId,
    ])
  expect(await offeredTo(liv)).toEqual([['event_members_only', junior.id]])
  // Whose age is not known is asked for it first.
  expect(await offeredTo(ida)).toEqual([
    ['event_members_only', undefined],
    ['birth_date_missing', undefined],
  ])

  for (let nth = 0; nth < 10; nth++) await holdsTerm(await buildChild(`Swimmer ${nth}`, 9), swim)
  expect(await offeredTo(liv)).toEqual([['event_members_only', swim.id]])

  const bo = await signedIn(app, 'bo@example.com')
  await linkedTo(app, anna, bo)
  await prepare(app, bo, [{ memberId: liv, season: swim }])
  expect(await offeredTo(liv)).toEqual([['event_members_only', undefined]])
})

/** A paid term, without its purchase. */
const holdsTerm = (memberId: string, season: Season) =>
  app.database.sql(
    `with made as (insert into memberships (id, org_id, member_id) values (portal_new_id(), $4, $5) returning id)
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select portal_new_id(), id, $4, $5, $1, 2026, $2, $3, 'active' from made`,
    [season.id, season.startDate, season.endDate, season.orgId, memberId],
  )

test('somebody in their days of grace is a member, until these end', async () => {
  const club = await buildClub(app)
  const year = Number(club.season.endDate.slice(0, 4)) + 1
  const event = (startsAt: string) =>
    buildEvent(app, club, {
      forMembers: true,
      startsAt: new Date(startsAt),
      endsAt: new Date(`${year}-06-01T10:00:00Z`),
    })
  await buy(app, anna, club)
  const within = await event(`${year}-01-31T22:30:00Z`)
  const after = await event(`${year}-01-31T23:30:00Z`)
  const found = await choices([within.id, after.id], [anna.memberId])
  expect(choiceOf(found, within.id, anna.memberId).gates).toEqual([])
  expect(choiceOf(found, after.id, anna.memberId).gates).toEqual([{ code: 'event_members_only' }])
})

test('a disabled event, or one of a disabled club, is not found; one not yet on sale is, with its rule', async () => {
  const club = await buildClub(app)
  const closed = await buildClub(app, { enabled: false })
  const publicFrom = new Date(Date.now() + 86_400_000)
  const events = [
    await buildEvent(app, club, { enabled: false }),
    await buildEvent(app, closed),
    await buildEvent(app, club, { publicFrom }),
  ]
  const ids = events.map(({ id }) => id)
  const found = await choices(ids, [anna.memberId])
  expect([...found.keys()]).toEqual([ids[2]])
  expect(found.get(ids[2]!)!.gates).toEqual([{ code: 'event_not_public', from: publicFrom.toISOString() }])
  for (const org of [club.key, 'ALL']) {
    const seen = await choices(ids, [anna.memberId], [{ org, role: 'ADMIN' }])
    expect(seen.get(ids[2]!)!.gates).toEqual([])
  }
  const other = await choices(ids, [anna.memberId], [{ org: closed.key, role: 'ADMIN' }])
  expect(other.get(ids[2]!)!.gates.map(({ code }) => code)).toEqual(['event_not_public'])
})

test('of a paused club nobody has a place, nor is offered a membership', async () => {
  const club = await buildClub(app)
  const { id } = await buildEvent(app, club, { forMembers: true })
  await app.database.sql(`update organisations set state = 'paused' where id = $1`, [club.id])
  const found = await choices([id], [anna.memberId])
  expect(found.get(id)!.gates).toEqual([{ code: 'club_paused' }])
  expect(choiceOf(found, id, anna.memberId).gates).toEqual([{ code: 'event_members_only' }, { code: 'club_paused' }])
})

test('the places left respect the event, the category and its pool', async () => {
  const club = await buildClub(app)
  const event = await buildEvent(app, club, {
    capacity: 10,
    sold: 2,
    pool: 5,
    categories: [
      { category: 'adult', capacity: 6, sold: 2, pooled: true },
      { category: 'child', pooled: true },
      { category: 'guest', capacity: 1 },
    ],
  })
  await app.database.sql('update event_pools set sold = 2 where id = $1', [event.poolId])
  await app.database.sql(
    `insert into event_phases (id, event_id, category_id, position, name_texts, price, places) values ($1, $2, $3, 0, '{"da": "Early"}', 15000, 9)`,
    [newId(), event.id, event.categories['adult']!.id],
  )
  const found = (await choices([event.id], [])).get(event.id)!
  // Of an early price no more are left than of its category.
  expect(found.categories[0]!.phase).toMatchObject({ left: 3 })
  // Two are sold and four can be: the other four are in no category.
  expect(found.places).toEqual({ capacity: 6, left: 4 })
  expect(found.categories.map(({ category, places }) => [category, places.capacity, places.left])).toEqual([
    ['adult', 6, 3],
    ['child', null, 3],
    ['guest', 1, 1],
  ])
})

test('round trips do not grow with events nor people', async () => {
  const club = await buildClub(app)
  const events = await Promise.all([0, 1, 2, 3].map(() => buildEvent(app, club, { forMembers: true })))
  const people = [anna.memberId, await buildParticipant(app, anna, 'Ida'), await buildParticipant(app, anna, 'Bo')]
  const one = await countQueries(() => choices([events[0]!.id], [people[1]!]))
  const many = await countQueries(() =>
    choices(
      events.map(({ id }) => id),
      people,
    ),
  )
  expect(many).toBe(one)
})
