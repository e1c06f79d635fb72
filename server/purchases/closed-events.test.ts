import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newId, newToken } from '../database/new-id.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buildEvent, type BuiltEvent, type EventPlan } from '../testing/builders/event-builders.ts'
import { membershipData, prepare, stateOf, type Line } from '../testing/purchase.ts'
import { selected } from '../testing/selection.ts'
import { ApiProblem, sharedApp, type TestApp } from '../testing/test-app.ts'

/** Nothing can be bought by naming the id of something closed; a refusal says why, and reveals nothing hidden. */
let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  club = await buildClub(app)
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const day = 86_400_000
const soon = new Date(Date.now() + day)
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ApiProblem ? error.body : Promise.reject(error)),
  )

const buying = (event: { id: string }, line: Partial<Line> & { category?: string } = {}) =>
  refusalOf(prepare(app, anna, [{ memberId: anna.memberId, event, ...line }]))

const untouched = async (event: BuiltEvent) =>
  expect(await app.database.sql('select id from event_entries where event_id = $1', [event.id])).toEqual([])

const closed: [string, EventPlan, number, string, object][] = [
  ['disabled', { enabled: false }, 404, 'event_not_found', {}],
  ['not public yet', { publicFrom: soon }, 403, 'event_not_public', { from: soon.toISOString() }],
  ['over', { startsAt: new Date(Date.now() - 2 * day), endsAt: new Date(Date.now() - day) }, 409, 'event_over', {}],
  ['for members only', { forMembers: true }, 403, 'event_members_only', {}],
  ['on sale later', { saleFrom: soon }, 409, 'event_sale_not_started', { from: soon.toISOString() }],
  ['no longer on sale', { saleUntil: new Date(Date.now() - day) }, 409, 'event_sale_ended', {}],
  ['full', { capacity: 0 }, 409, 'event_sold_out', { left: 0 }],
  [
    'for members in this category',
    { categories: [{ category: 'adult', membersOnly: true }] },
    403,
    'category_members_only',
    {},
  ],
  ['for another age', { categories: [{ category: 'adult', maxAge: 0 }] }, 409, 'category_age', { maxAge: 0 }],
]

test.each(closed)('an event that is %s cannot be bought by its id', async (_, plan, status, code, data) => {
  await app.database.sql(`update members set date_of_birth = '1980-05-05' where id = $1`, [anna.memberId])
  const event = await buildEvent(app, club, plan)
  expect(await buying(event)).toMatchObject({ status, code, ...(status === 404 ? {} : { data }) })
  const quote = await app.call(
    orders.quote,
    { lines: [selected({ memberId: anna.memberId, event })] },
    { as: anna.token },
  )
  expect(quote).toMatchObject({ lines: [{ parts: null, refusal: { code } }], total: { minor: 0 } })
  await untouched(event)
})

test('a hidden event, one of a closed club and an unknown one get the same answer', async () => {
  const shut = await buildClub(app, { enabled: false })
  const hidden = await buildEvent(app, club, { enabled: false, title: 'Secret party' })
  const answers = await Promise.all(
    [hidden, await buildEvent(app, shut, { title: 'Secret party' }), { id: newId() }].map((event) => buying(event)),
  )
  const quotes = await Promise.all(
    [hidden, { id: newId() }].map((event) =>
      app.call(orders.quote, { lines: [selected({ memberId: anna.memberId, event })] }, { as: anna.token }),
    ),
  )
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(quotes[1]).toEqual(quotes[0])
  const early = await buildEvent(app, club, { publicFrom: soon, title: 'Secret party' })
  const refusal = await app.call(
    orders.quote,
    { lines: [selected({ memberId: anna.memberId, event: early })] },
    { as: anna.token },
  )
  expect(JSON.stringify([answers, quotes, refusal])).not.toContain('Secret')
})

test('only an admin of the club or of ALL may buy before the public date', async () => {
  const event = await buildEvent(app, club, { publicFrom: soon })
  await app.database.sql(
    `update organisations set key = 'ROKLUB' where id = $1 and not exists (select from organisations where key = 'ROKLUB')`,
    [club.id],
  )
  const codes = await Promise.all(
    ['admin@roklub.example', 'admin@tennis.example', 'super@example.com'].map(async (name) => {
      const person = await signedIn(app, name)
      return (await refusalOf(prepare(app, person, [{ memberId: person.memberId, event }])))?.code ?? 'ok'
    }),
  )
  expect(codes).toEqual(['ok', 'event_not_public', 'ok'])
})

test("members, their guests and people who join in the same order may register; another year's season is not enough", async () => {
  const own = await buildClub(app)
  const event = await buildEvent(app, own, { forMembers: true })
  const line = { memberId: anna.memberId, event }
  expect(await buying(event)).toMatchObject({ data: { offer: { membershipConfId: own.season.id, orgId: own.id } } })
  const year = Number(own.season.endDate.slice(0, 4))
  const later = { startDate: `${year + 2}-01-01`, endDate: `${year + 2}-12-31` }
  const wrong = await buildSeason(app, own, { name: 'Far ahead', ...later })
  expect(await refusalOf(prepare(app, anna, [line, { memberId: anna.memberId, season: wrong }]))).toMatchObject({
    code: 'event_members_only',
  })
  expect(await refusalOf(prepare(app, anna, [line, { memberId: anna.memberId, season: own.season }]))).toBeNull()
  const guests = await buildEvent(app, own, { forMembers: true, guestsInvited: true })
  expect(await buying(guests)).toBeNull()
})

test('nobody buys for a stranger, in an unknown category, or at another price', async () => {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult' }, { category: 'child', maxAge: 12 }] })
  const other = await buildEvent(app, club, { categories: [{ category: 'vip', price: 1 }] })
  expect(await buying(event, { memberId: bo.memberId })).toMatchObject({ status: 404, code: 'not_found' })
  expect(await buying(event, { memberId: newId() })).toMatchObject({ status: 404, code: 'not_found' })
  for (const category of ['vip', 'member', '%', "adult'--"])
    expect(await buying(event, { category })).toMatchObject({ status: 404, code: 'category_not_found' })
  await untouched(event)
  await untouched(other)
  const line = {
    ...selected({ memberId: anna.memberId, event }),
    price: 1,
    total: 1,
    discount: 20_000,
    priceKind: 'member',
  }
  const { token } = await app.call(
    orders.prepare,
    { token: newToken(), membershipData: membershipData([], { lines: [line], total: 1 }) },
    { as: anna.token },
  )
  expect((await stateOf(app, anna, token)).own!.total.minor).toBe(20_000)
  const child = await buildParticipant(app, anna, 'Liv')
  expect(await buying(event, { memberId: child, category: 'child' })).toMatchObject({ code: 'birth_date_missing' })
})

test('an order belongs to one club, whatever events and memberships it names', async () => {
  const foreign = await buildClub(app)
  const event = await buildEvent(app, club)
  const lines = [
    { memberId: anna.memberId, event },
    { memberId: anna.memberId, season: foreign.season },
  ]
  expect(await refusalOf(prepare(app, anna, lines))).toMatchObject({ code: 'one_organisation_per_order' })
  await untouched(event)
})
