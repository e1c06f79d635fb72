import { beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { events } from '#contract/events/events.ts'
import { publicEvents } from '#contract/events/public.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, buildPicture, type BuiltEvent, type EventPlan } from '#server/testing/builders/event-builders.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let closed: Club
let anna: Person
let bo: Person
let admin: Person
let stranger: Person
let superAdmin: Person
let liv: string

const tomorrow = () => new Date(Date.now() + 86_400_000)

beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  closed = await buildClub(app, { enabled: false })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
  stranger = await signedIn(app, 'admin@tennis.example')
  superAdmin = await signedIn(app, 'super@example.com')
  liv = await buildParticipant(app, anna, 'Liv')
  await linkedTo(app, anna, bo)
})

const show = ({ id }: { id: string }, as: Person) => app.call(events.item, { eventId: id }, { as: as.token })
/** As anybody sees it. */
const showOpen = ({ id }: { id: string }, as?: Person) =>
  app.call(publicEvents.item, { eventId: id }, as ? { as: as.token } : {})
const price = ({ id }: { id: string }, as: Person, category = 'adult') =>
  app.call(events.pricing, { eventId: id, category }, { as: as.token })
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('Nothing was refused')),
    (error: unknown) => (error instanceof ApiProblem ? error.body : Promise.reject(error)),
  )

describe('its audience', () => {
  test('anybody sees prices and nobody who comes; signed in the caller comes first, then the family', async () => {
    const event = await buildEvent(app, club, {
      description: '**Come**',
      capacity: 30,
      sold: 4,
      categories: [
        { category: 'adult', memberPrice: 15_000 },
        { category: 'child', price: 5_000, maxAge: 14, capacity: 3 },
      ],
    })
    await app.database.sql(`update events set contact_phone = '+4520112233' where id = $1`, [event.id])
    const open = await showOpen(event)
    expect(open).toMatchObject({
      orgKey: 'ROKLUB',
      description: '**Come**',
      places: { capacity: 30, left: 3 + 26 - 3 },
      price: { minor: 5_000, currency: 'DKK' },
      memberPrice: null,
      priceVaries: true,
      gates: [],
    })
    for (const field of ['people', 'tickets', 'orgEmail', 'contactPhone']) expect(open).not.toHaveProperty(field)
    expect(await showOpen(event, anna)).toEqual(open)
    expect(open.categories.map(({ category, places }) => [category, places.left])).toEqual([
      ['adult', 26],
      ['child', 3],
    ])
    const own = await show(event, anna)
    expect(own.contactPhone).toBe('+4520112233')
    expect(own.people.map(({ memberId, isCaller }) => [memberId, isCaller])).toEqual([
      [anna.memberId, true],
      [bo.memberId, false],
      [liv, false],
    ])
    expect(own.people[2]!.choices.map(({ gates }) => gates.map(({ code }) => code))).toEqual([
      [],
      ['birth_date_missing'],
    ])
  })

  test.each([
    ['one price, and one for members', {}, [{ memberPrice: 15_000 }, {}], false],
    ['two prices', {}, [{ price: 0 }, {}], true],
    ['two prices, of which members pay the same', {}, [{ memberPrice: 5_000 }, { price: 5_000 }], true],
    ['the same for members only', { forMembers: true }, [{ memberPrice: 5_000 }, { price: 5_000 }], false],
    ['two prices of members', { forMembers: true }, [{ memberPrice: 15_000 }, {}], true],
    ['members and their guests', { forMembers: true, guestsInvited: true }, [{ memberPrice: 15_000 }, {}], false],
  ])('one price or several: %s', async (_, whom, all, priceVaries) => {
    const categories = all.map((prices, at) => ({ category: `category${at}`, ...prices }))
    const event = await buildEvent(app, club, { ...whom, categories })
    expect(await show(event, anna)).toMatchObject({ priceVaries })
  })

  test('the price for everybody is of what everybody can buy', async () => {
    const categories = [{ category: 'adult' }, { category: 'crew', price: 5_000, membersOnly: true }]
    const event = await buildEvent(app, club, { categories })
    expect(await show(event, bo)).toMatchObject({
      price: { minor: 20_000 },
      memberPrice: { minor: 5_000 },
      memberPriceTo: { minor: 20_000 },
      priceVaries: false,
    })
  })

  test('a past event is still shown, and says so', async () => {
    const over = await buildEvent(app, club, {
      startsAt: new Date('2026-01-10T10:00:00Z'),
      endsAt: new Date('2026-01-10T12:00:00Z'),
    })
    expect((await showOpen(over)).gates.map(({ code }) => code)).toEqual(['event_over'])
    expect((await show(over, anna)).people[0]!.choices[0]!.gates.map(({ code }) => code)).toContain('event_over')
  })
})

const hidden: readonly [string, EventPlan, () => Club][] = [
  ['disabled', { enabled: false }, () => club],
  ['disabled and not public', { enabled: false, publicFrom: new Date('2099-01-01') }, () => club],
  ['of a closed club', {}, () => closed],
  ['of a closed club and not public', { publicFrom: new Date('2099-01-01') }, () => closed],
]

test.each(hidden)('an event that is %s is not found by any call', async (_, plan, of) => {
  const event = await buildEvent(app, of(), plan)
  expect(await codeOf(app.call(events.calendar, { eventId: event.id }))).toBe('event_not_found')
  expect(await problemOf(showOpen(event))).toEqual(await problemOf(showOpen({ id: newId() })))
  for (const who of [anna, admin, superAdmin]) {
    expect(await codeOf(showOpen(event, who))).toBe('event_not_found')
    expect(await codeOf(price(event, who))).toBe('event_not_found')
    const unknown = await problemOf(show({ id: newId() }, who))
    expect(await problemOf(show(event, who))).toEqual(unknown)
  }
})

test('an event that is not public yet says from when, and is shown to its office', async () => {
  const publicFrom = tomorrow()
  const event = await buildEvent(app, club, { publicFrom, categories: [{ category: 'adult', memberPrice: 1_250 }] })
  for (const showing of [
    () => showOpen(event),
    () => showOpen(event, admin),
    () => show(event, anna),
    () => show(event, stranger),
  ])
    expect(await problemOf(showing())).toMatchObject({
      status: 403,
      code: 'event_not_public',
      data: { from: publicFrom.toISOString() },
    })
  expect(await codeOf(price(event, stranger))).toBe('event_not_public')
  expect(await codeOf(app.call(events.calendar, { eventId: event.id }))).toBe('event_not_found')
  for (const who of [admin, superAdmin]) {
    const early = await show(event, who)
    expect(early.gates).toEqual([{ code: 'event_not_public', from: publicFrom.toISOString() }])
    expect(early.picture).toBeNull()
    expect(await price(event, who, 'ADULT')).toEqual({
      eventId: event.id,
      category: 'adult',
      name: 'adult',
      price: 200,
      memberPrice: 12.5,
      currencySymbol: 'DKK',
      parts: { price: { minor: 20_000, currency: 'DKK' }, memberPrice: { minor: 1_250, currency: 'DKK' } },
    })
  }
})

test('a super admin who acts as a member sees what the member sees', async () => {
  const event = await buildEvent(app, club, { publicFrom: tomorrow() })
  await app.database.sql('insert into impersonations (id, actor_id, member_id) values ($1, $2, $3)', [
    newId(),
    superAdmin.memberId,
    anna.memberId,
  ])
  const call = app.call(
    events.item,
    { eventId: event.id },
    { as: superAdmin.token, headers: { 'acting-for': anna.memberId } },
  )
  expect(await codeOf(call)).toBe('event_not_public')
})

test('a price is given for a category in any case, and for no other', async () => {
  const event = await buildEvent(app, club, { categories: [{ category: 'child', price: 7_550 }] })
  expect(await price(event, anna, 'CHILD')).toMatchObject({ category: 'child', price: 75.5, memberPrice: null })
  expect(await codeOf(price(event, anna, 'adult'))).toBe('category_not_found')
  expect(await codeOf(price({ id: newId() }, anna))).toBe('event_not_found')
})

describe('its picture', () => {
  const address = ({ id }: BuiltEvent, version = 'v1') =>
    `${app.url}${pathOf(events.picture.path, 'izy', { eventId: id })}?v=${version}`
  const picture = async (plan: EventPlan = {}, of = club) => {
    const event = await buildEvent(app, of, plan)
    await buildPicture(app, event)
    return event
  }

  test('is public, and cached for a minute', async () => {
    const event = await picture()
    expect((await showOpen(event)).picture).toEqual({ version: 'v1', width: 1200, height: 630, alt: 'A boat' })
    const response = await fetch(address(event))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe('ffd8ff')
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      etag: '"v1"',
    })
    expect(headers.vary ?? '').not.toContain('authorization')
    expect((await fetch(address(event, 'v2'))).status).toBe(404)
  })

  test('is small for cards and phones, and full size where no small one is stored', async () => {
    const event = await picture()
    const small = () => fetch(`${address(event)}&size=small`)
    const hex = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString('hex')
    const response = await small()
    expect(response.headers.get('etag')).toBe('"v1-small"')
    expect(await hex(response)).toBe('ffd8fe')
    await app.database.sql('update event_pictures set small = null where event_id = $1', [event.id])
    expect(await hex(await small())).toBe('ffd8ff')
    expect((await fetch(`${address(event)}&size=huge`)).status).toBe(422)
  })

  test('is not found when its event is not', async () => {
    for (const [, plan, of] of hidden) expect((await fetch(address(await picture(plan, of())))).status).toBe(404)
    expect((await fetch(address(await picture({ publicFrom: tomorrow() })))).status).toBe(404)
  })
})

test('of an event for members only, anybody sees the club, and a member gets the calendar entry', async () => {
  const event = await buildEvent(app, club, { title: 'Night row', forMembers: true })
  const problem = await problemOf(showOpen(event))
  expect(problem).toMatchObject({ status: 403, code: 'event_members_only', data: { orgId: club.id } })
  expect(JSON.stringify(problem)).not.toContain('Night row')
  expect(await codeOf(app.call(events.calendar, { eventId: event.id }))).toBe('event_not_found')
  expect(await codeOf(app.call(events.calendar, { eventId: event.id }, { as: stranger.token }))).toBe('ok')
})

test('its calendar entry is public and names the page', async () => {
  const event = await buildEvent(app, club, { title: 'Tur / retur: "Fjord"' })
  const { bytes, fileName, contentType } = await app.call(events.calendar, { eventId: event.id, language: 'da' })
  expect(contentType).toContain('text/calendar')
  expect(fileName).toMatch(/\.ics$/)
  expect(Buffer.from(bytes).toString().replaceAll('\r\n ', '')).toContain(`${app.url}/ROKLUB/events/${event.id}`)
})
