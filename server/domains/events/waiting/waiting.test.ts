import { beforeAll, beforeEach, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { publicEvents } from '#contract/events/public.ts'
import { tickets } from '#contract/events/tickets.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { officeWaiting, waiting } from '#contract/events/waiting.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import { family as families } from '#contract/members/family.ts'
import { orders } from '#contract/orders/orders.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import {
  buildEvent,
  buildQuestions,
  type BuiltEvent,
  type EventPlan,
  questionOf,
} from '#server/testing/builders/event-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { mailsTo, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { runRecurring } from '#server/testing/purchases/renewing.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [anna, bo, carla, office]: Person[] = []
let [alma, otto]: string[] = []
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  carla = await signedIn(app, 'carla@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  otto = await buildParticipant(app, anna, 'Otto')
  await app.database.sql(
    `update members set address_line1 = 'Havnevej 1', post_code = '4000', city = 'Roskilde', country = 'Denmark' where id = any($1)`,
    [[anna.memberId, bo.memberId, carla.memberId]],
  )
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const free = { categories: [{ category: 'adult', price: 0 }] }

/** A free event whose places Carla has. @returns it with her tickets */
async function soldOut(places: number, plan: EventPlan = {}) {
  const event = await buildEvent(app, club, { capacity: places, onePerPerson: false, ...free, ...plan })
  const lines = Array.from({ length: places }, () => ({ memberId: carla!.memberId, event }))
  const token = await prepare(app, carla!, lines)
  const rows = await app.database.sql<{ id: string }>(`select id from event_entries where event_id = $1 order by id`, [
    event.id,
  ])
  return { event, token, tickets: rows.map(({ id }) => id) }
}

type Mode = { mode: 'all' | 'any' } | { mode: 'at_least'; atLeast: number }
const join = (person: Person, event: BuiltEvent, memberIds: string[], mode: Mode = { mode: 'all' }) =>
  app.call(
    waiting.join,
    { eventId: event.id, people: memberIds.map((memberId) => ({ memberId, category: 'adult' })), ...mode },
    { as: person.token },
  )
const mine = async (person: Person, event: BuiltEvent) =>
  (await app.call(waiting.mine, {}, { as: person.token })).find(({ eventId }) => eventId === event.id)
const cancelTicket = (entryId: string) => app.call(tickets.cancel, { entryId }, { as: carla!.token })
const statusOf = async (wishId: string) => {
  const [row] = await app.database.sql<{ status: string }>('select status from waiting_wishes where id = $1', [wishId])
  return row!.status
}
const tokenOf = async (person: Person, orderId: string) =>
  (await app.call(orders.unpaid, {}, { as: person.token })).find(({ id }) => id === orderId)!.token
const accept = async (person: Person, orderId: string) =>
  app.call(orders.accept, { token: await tokenOf(person, orderId), gdprAgreement: true }, { as: person.token })
const waitingOf = async (event: BuiltEvent) =>
  (await app.database.sql<{ waiting: number }>('select waiting from events where id = $1', [event.id]))[0]!.waiting
const healthy = async () => {
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
}
/** On the event's page, and on its card in both lists. */
async function leftOf(person: Person, event: BuiltEvent) {
  const { places } = await app.call(events.item, { eventId: event.id }, { as: person.token })
  const lists = [
    await app.call(events.list, { orgId: club.id }, { as: person.token }),
    await app.call(publicEvents.list, { orgId: club.id }),
  ]
  expect(lists.map((list) => list.find(({ id }) => id === event.id)!.places)).toEqual([places, places])
  return places.left
}

test('a freed place goes to the first whose wish fits, as an order of theirs; the family of three waits on', async () => {
  const { event, tickets: given } = await soldOut(3)
  await join(anna!, event, [anna!.memberId, alma!, otto!])
  const one = await join(bo!, event, [bo!.memberId])
  expect(one).toMatchObject({ status: 'waiting', before: { wishes: 1, people: 3 } })
  expect(await app.call(waiting.ofEvent, { eventId: event.id }, { as: carla!.token })).toMatchObject({
    all: { wishes: 2, people: 4 },
    wish: null,
  })
  await cancelTicket(given[0]!)
  // Not for sale meanwhile, on the page and in the purchase.
  expect(await leftOf(carla!, event)).toBe(0)
  expect(await codeOf(prepare(app, carla!, [{ memberId: carla!.memberId, event }]))).toBe('event_sold_out')
  // Nor is an office shown of a place that it cannot give.
  const asOffice = { as: office!.token }
  const places = await app.call(officeRegistrations.places, { orgId: club.id, eventId: event.id }, asOffice)
  expect(places).toMatchObject([{ problem: 'event_sold_out' }])
  const offers = await app.call(byHand.offers, { orgId: club.id, eventId: event.id }, asOffice)
  expect(offers.events).toMatchObject([{ categories: [{ left: 0 }] }])
  await app.runJobs()
  expect(await mine(anna!, event)).toMatchObject({ status: 'waiting', offer: null })
  const offered = (await mine(bo!, event))!
  expect(offered).toMatchObject({ status: 'offered', offer: { names: [one.people[0]!.name], total: { minor: 0 } } })
  await accept(bo!, offered.offer!.orderId)
  expect(await statusOf(one.id)).toBe('taken')
  expect(await waitingOf(event)).toBe(1)
  expect(await mine(bo!, event)).toBeUndefined()
  await healthy()
})

test('an offer that costs something is paid like any order, with consent; its mail has what, when and until when', async () => {
  const { event, tickets: given } = await soldOut(1, { startsAt: new Date('2099-06-20T10:00:00Z') })
  await app.database.sql('update event_categories set price = 20000 where event_id = $1', [event.id])
  await join(bo!, event, [bo!.memberId])
  await cancelTicket(given[0]!)
  await app.runJobs()
  const { offer } = (await mine(bo!, event))!
  const token = await tokenOf(bo!, offer!.orderId)
  expect(await codeOf(openTicketWindow(app, bo!, event, token, 20_000))).toBe('consent_required')
  const unpaid = await app.call(orders.unpaid, {}, { as: bo!.token })
  expect(unpaid.find(({ id }) => id === offer!.orderId)).toMatchObject({ asksForConsent: true, begunByOther: true })
  const [mail] = await mailsTo(app, 'bo@example.com')
  expect(mail!.text).toContain('/waiting-offer?token=')
  expect(mail!.text).toMatch(/20 June 2099|20\. juni 2099/)
  const bells = await app.database.sql<{ title: string }>(
    `select title from notifications where receiver_id = $1 and data ->> 'orderId' = $2`,
    [bo!.memberId, offer!.orderId],
  )
  expect(bells).toEqual([{ title: 'There is room: Summer regatta' }])
})

test('declined by the link of the mail, once, for whoever holds it: looking at it changes nothing', async () => {
  const { event, tickets: given } = await soldOut(1)
  const first = await join(bo!, event, [bo!.memberId])
  const second = await join(anna!, event, [alma!, otto!], { mode: 'any' })
  await cancelTicket(given[0]!)
  await app.runJobs()
  const [mail] = await mailsTo(app, 'bo@example.com')
  const token = /waiting-offer\?token=(\S+)/.exec(mail!.text)![1]!
  expect(await app.call(waiting.offer, { token })).toMatchObject({ state: 'open', places: 1 })
  expect(await statusOf(first.id)).toBe('offered')
  expect(await codeOf(app.call(waiting.decline, { token: `${token}x` }))).toBe('offer_link_invalid')
  expect(await app.call(waiting.decline, { token })).toMatchObject({ state: 'declined' })
  expect(await app.call(waiting.decline, { token })).toMatchObject({ state: 'declined' })
  expect(await statusOf(first.id)).toBe('declined')
  await app.runJobs()
  // As many as fit; the other child waits on as the same wish.
  const partly = (await mine(anna!, event))!
  expect(partly).toMatchObject({ id: second.id, status: 'offered', people: [{ served: true }, { served: false }] })
  await accept(anna!, partly.offer!.orderId)
  expect(await mine(anna!, event)).toMatchObject({ id: second.id, status: 'waiting', offer: null })
  await healthy()
})

test('an offer that runs out goes on at once, and its mail says who waits now', async () => {
  const { event, tickets: given } = await soldOut(1)
  const first = await join(bo!, event, [bo!.memberId])
  const second = await join(anna!, event, [anna!.memberId])
  await cancelTicket(given[0]!)
  await app.runJobs()
  const { until, orderId } = (await mine(bo!, event))!.offer!
  expect(new Date(until) > new Date()).toBe(true)
  const token = await tokenOf(bo!, orderId)
  await app.moveClock('3 days')
  try {
    await app.runJobs({ all: true })
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['ran_out', 'offered'])
    expect(await codeOf(app.call(orders.accept, { token, gdprAgreement: true }, { as: bo!.token }))).toBe('order_ended')
    const mails = await mailsTo(app, 'bo@example.com')
    expect(mails.map(({ subject }) => subject)).toContain('The offer ran out: Summer regatta')
  } finally {
    await app.moveClock('-3 days')
  }
})

test('an offer that ran out and is paid late is asked what was never asked', async () => {
  const { event, tickets: given } = await soldOut(1)
  await app.database.sql('update event_categories set price = 20000 where event_id = $1', [event.id])
  await buildQuestions(app, event, [questionOf({ required: true })])
  const wish = await join(bo!, event, [bo!.memberId])
  await cancelTicket(given[0]!)
  await app.runJobs()
  const { orderId } = (await mine(bo!, event))!.offer!
  await app.database.sql('update orders set agreed_at = portal_now() where id = $1', [orderId])
  const window = await openTicketWindow(app, bo!, event, await tokenOf(bo!, orderId), 20_000)
  await app.moveClock('3 days')
  try {
    await app.runJobs({ all: true })
    expect(await statusOf(wish.id)).toBe('ran_out')
    await visit((await payInWindow(window, '0000'))!)
    const paid = await app.call(tickets.list, { eventId: event.id }, { as: bo!.token })
    expect(paid).toMatchObject([{ status: 'valid', answersMissing: 1 }])
  } finally {
    await app.moveClock('-3 days')
  }
})

/** An offer to Anna's family of three, Bo among them by their link. */
async function offeredFamily(mode: Mode) {
  const { event, tickets: given } = await soldOut(3)
  await app.database.sql('update events set one_per_person = true where id = $1', [event.id])
  const wish = await join(anna!, event, [anna!.memberId, bo!.memberId, alma!], mode)
  for (const entryId of given) await cancelTicket(entryId)
  await app.runJobs()
  expect(await statusOf(wish.id)).toBe('offered')
  return { event, wish }
}
const servedOf = async (event: BuiltEvent) => (await mine(anna!, event))!.people.map((one) => one.served)

test('whoever takes their own place in place of the offered one leaves the others in line, with the next offer', async () => {
  const link = await linkedTo(app, anna!, bo!)
  try {
    const { event, wish } = await offeredFamily({ mode: 'all' })
    await prepare(app, bo!, [{ memberId: bo!.memberId, event }])
    expect([await statusOf(wish.id), await servedOf(event)]).toEqual(['waiting', [false, true, false]])
    await app.runJobs()
    const { offer } = (await mine(anna!, event))!
    expect(offer!.names).toEqual(['Anna Holm', 'Alma Holm'])
    await accept(anna!, offer!.orderId)
    await app.runJobs()
    expect([await statusOf(wish.id), await waitingOf(event)]).toEqual(['taken', 0])
    await healthy()
  } finally {
    await app.database.sql('delete from family_invitations where id = $1', [link])
  }
})

test('a wish that the version before left without its offer is offered places again', async () => {
  const { event, tickets: given } = await soldOut(1)
  const wish = await join(bo!, event, [bo!.memberId])
  await app.database.sql(`update waiting_wishes set status = 'offered' where id = $1`, [wish.id])
  await cancelTicket(given[0]!)
  await app.runJobs()
  expect((await mine(bo!, event))!.offer!.names).toEqual(['Bo Holm'])
})

test('a family link that ends leaves the others in line, with the next offer', async () => {
  const link = await linkedTo(app, anna!, bo!)
  const { event, wish } = await offeredFamily({ mode: 'any' })
  await app.call(families.end, { id: link }, { as: bo!.token })
  expect(await statusOf(wish.id)).toBe('waiting')
  await app.runJobs()
  expect((await mine(anna!, event))!.offer!.names).toEqual(['Anna Holm', 'Alma Holm'])
  expect((await mine(anna!, event))!.people[1]).toMatchObject({ served: false, problem: 'no_longer_allowed_for' })
  await healthy()
})

test('whoever holds a place of another category waits on until it is paid', async () => {
  const categories = [
    { category: 'adult', price: 0, capacity: 1 },
    { category: 'sponsor', price: 10_000 },
  ]
  const { event, tickets: given } = await soldOut(1, { categories, capacity: null, onePerPerson: true })
  const wish = await join(anna!, event, [anna!.memberId])
  const look = async () => {
    await runRecurring(app, 'events.look-at-waiting-lists')
    await app.runJobs()
    return [await statusOf(wish.id), await servedOf(event)]
  }
  const token = await prepare(app, anna!, [{ memberId: anna!.memberId, event, category: 'sponsor' }])
  // Nothing is offered meanwhile.
  await cancelTicket(given[0]!)
  expect(await look()).toEqual(['waiting', [true]])
  await app.call(orders.cancel, { token }, { as: anna!.token })
  expect(await look()).toEqual(['offered', [true]])
  await healthy()
})

test('more places are offered as they come, and the sale to others opens again when nobody waits', async () => {
  const { event } = await soldOut(2)
  const family = await join(anna!, event, [anna!.memberId, alma!])
  await app.database.sql('update events set capacity = 5 where id = $1', [event.id])
  // Two of the three are kept for the family.
  expect(await leftOf(carla!, event)).toBe(1)
  await runRecurring(app, 'events.look-at-waiting-lists')
  await app.runJobs()
  expect(await statusOf(family.id)).toBe('offered')
  await app.call(waiting.leave, { wishId: family.id }, { as: anna!.token })
  expect(await statusOf(family.id)).toBe('declined')
  expect([await waitingOf(event), await leftOf(carla!, event)]).toEqual([0, 3])
  expect(await codeOf(app.call(waiting.leave, { wishId: family.id }, { as: anna!.token }))).toBe('waiting_ended')
  await healthy()
})

test('joining is refused for what can be bought, can never be had, or is waited for already', async () => {
  const open = await buildEvent(app, club, { capacity: 2, ...free })
  expect(await codeOf(join(anna!, open, [anna!.memberId]))).toBe('waiting_not_needed')
  expect(await codeOf(join(anna!, open, [anna!.memberId, alma!, otto!]))).toBe('waiting_too_many')
  expect(await codeOf(join(anna!, open, [bo!.memberId]))).toBe('not_found')
  const { event } = await soldOut(2)
  expect(await codeOf(join(anna!, event, [anna!.memberId, alma!, otto!]))).toBe('waiting_too_many')
  await join(anna!, event, [anna!.memberId, alma!, otto!], { mode: 'at_least', atLeast: 2 })
  expect(await codeOf(join(anna!, event, [anna!.memberId]))).toBe('already_waiting')
  const other = await soldOut(1)
  await join(anna!, other.event, [anna!.memberId])
  expect(await codeOf(join(anna!, other.event, [otto!]))).toBe('already_waiting')
  const soon = await soldOut(1, { startsAt: new Date(Date.now() + 3 * 3_600_000) })
  expect(await codeOf(join(bo!, soon.event, [bo!.memberId]))).toBe('waiting_closed')
})

test('whoever has become too old is passed, and said so; others of the family are offered places', async () => {
  const { event, tickets: given } = await soldOut(1)
  await app.database.sql(
    `update members set date_of_birth = current_date - interval '12 years 5 months' where id = $1`,
    [alma],
  )
  await app.database.sql(`update members set date_of_birth = current_date - interval '9 years' where id = $1`, [otto])
  const wish = await join(anna!, event, [alma!, otto!], { mode: 'any' })
  await app.database.sql(`update event_categories set max_age = 11 where event_id = $1`, [event.id])
  await cancelTicket(given[0]!)
  await app.runJobs()
  const shown = (await mine(anna!, event))!
  expect(shown).toMatchObject({ id: wish.id, status: 'offered' })
  expect(shown.people.map(({ served, problem }) => [served, problem])).toEqual([
    [false, 'category_age'],
    [true, null],
  ])
})

test('whoever is disabled is offered nothing, and the next in line is', async () => {
  const { event, tickets: given } = await soldOut(1)
  const wishes = [await join(anna!, event, [alma!]), await join(bo!, event, [bo!.memberId])]
  const enable = (enabled: boolean) =>
    app.database.sql('update members set enabled = $2 where id = $1', [anna!.memberId, enabled])
  await enable(false)
  try {
    await cancelTicket(given[0]!)
    await app.runJobs()
    expect(await Promise.all(wishes.map(({ id }) => statusOf(id)))).toEqual(['waiting', 'offered'])
  } finally {
    await enable(true)
  }
})

test('no place is offered for somebody who has died, and no message names them', async () => {
  const { event, tickets: given } = await soldOut(1, { startsAt: new Date(Date.now() + 30 * 3_600_000) })
  const child = await buildParticipant(app, anna!, 'Liv')
  await join(anna!, event, [child])
  const next = await join(carla!, event, [carla!.memberId])
  const dead = await signedIn(app, 'dan@example.com')
  const own = await join(dead, event, [dead.memberId])
  const other = await buildClub(app)
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source, left_on, left_reason)
     select $1, id, '2020-01-01', 'added', '2026-01-01', 'deceased' from unnest($2::uuid[]) id`,
    [other.id, [child, dead.memberId]],
  )
  await cancelTicket(given[0]!)
  await app.runJobs()
  expect([await statusOf(own.id), await statusOf(next.id)]).toEqual(['waiting', 'offered'])
  await app.moveClock('25 hours')
  try {
    await runRecurring(app, 'events.look-at-waiting-lists')
    await app.runJobs()
    expect(await statusOf(own.id)).toBe('closed')
    const bells = await app.database.sql(
      `select from notifications where receiver_id = $1 and data ->> 'eventId' = $2`,
      [anna!.memberId, event.id],
    )
    expect(bells).toEqual([])
  } finally {
    await app.moveClock('-25 hours')
    await app.database.sql('delete from club_people where org_id = $1', [other.id])
  }
})

test('six hours before the start nobody waits any more, and free places are for all', async () => {
  const { event } = await soldOut(1, { startsAt: new Date(Date.now() + 30 * 3_600_000) })
  const wish = await join(bo!, event, [bo!.memberId])
  await app.moveClock('25 hours')
  try {
    await runRecurring(app, 'events.look-at-waiting-lists')
    await app.runJobs()
    expect([await statusOf(wish.id), await waitingOf(event)]).toEqual(['closed', 0])
  } finally {
    await app.moveClock('-25 hours')
  }
})

const list = (event: BuiltEvent) =>
  app.call(officeWaiting.list, { orgId: club.id, eventId: event.id }, { as: office!.token })

test('a page goes on where the last one ended, also once its last wish has left', async () => {
  const { event } = await soldOut(1)
  await join(anna!, event, [anna!.memberId])
  const second = await join(bo!, event, [bo!.memberId])
  await app.call(waiting.leave, { wishId: second.id }, { as: bo!.token })
  const page = { orgId: club.id, eventId: event.id, after: second.id }
  expect((await app.call(officeWaiting.list, page, { as: office!.token })).wishes).toEqual([])
})

test('an office sees why not yet, what more places would do, and offers out of turn with a reason, once', async () => {
  const { event } = await soldOut(3)
  const family = await join(anna!, event, [anna!.memberId, alma!, otto!])
  const one = await join(bo!, event, [bo!.memberId])
  expect(await list(event)).toMatchObject({
    total: { wishes: 2, people: 4 },
    wishes: [
      { id: family.id, whyNot: 'no_place', fits: 0, least: 3 },
      { id: one.id, whyNot: 'no_place', fits: 0, least: 1 },
    ],
    more: [
      { places: 1, wishes: 1 },
      { places: 4, wishes: 2 },
    ],
  })
  await app.database.sql('update events set capacity = 4 where id = $1', [event.id])
  const seen = await list(event)
  expect(seen.wishes.map(({ whyNot, fits }) => [whyNot, fits])).toEqual([
    ['too_few', 1],
    ['next', 1],
  ])
  const out = (wishId: string) =>
    codeOf(
      app.call(
        officeWaiting.offer,
        { orgId: club.id, eventId: event.id, wishId, reason: 'Their boat is ready' },
        { as: office!.token },
      ),
    )
  expect(await out(family.id)).toBe('offer_not_possible')
  // Two offices press at the same moment.
  expect((await Promise.all([out(one.id), out(one.id)])).toSorted()).toEqual(['ok', 'waiting_ended'])
  expect((await list(event)).wishes.map(({ whyNot }) => whyNot)).toEqual(['no_place', 'offered'])
  const { entries } = await app.call(officeHistory.list, { orgId: club.id }, { as: office!.token })
  expect(entries[0]).toMatchObject({ name: 'waiting_offered', reason: 'Their boat is ready' })
  await app.call(
    officeWaiting.remove,
    { orgId: club.id, eventId: event.id, wishId: one.id, reason: 'Asked by phone' },
    { as: office!.token },
  )
  await app.call(
    officeWaiting.remove,
    { orgId: club.id, eventId: event.id, wishId: family.id, reason: 'Asked by phone' },
    { as: office!.token },
  )
  expect(await list(event)).toMatchObject({ total: { wishes: 0, people: 0 }, wishes: [] })
  await healthy()
})
