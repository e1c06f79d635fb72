import { beforeAll, expect, test } from 'vitest'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { inTransaction } from '#server/database/db.ts'
import { mailsTo, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { buyPlaces, openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { notifyRegistered } from './notifications.ts'
import { dayWords, hourWords } from './when-words.ts'

let app: TestApp
let [anna, bo, carla]: Person[] = []
let alma: string
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo, carla] = [
    await signedIn(app, 'anna@example.com'),
    await signedIn(app, 'bo@example.com'),
    await signedIn(app, 'carla@example.com'),
  ]
  alma = await buildParticipant(app, anna, 'Alma')
  await linkedTo(app, anna, bo)
  club = await buildClub(app)
})

interface Bell {
  type: string
  title: string
  message: string
  danish: { title: string; message: string }
  data: Record<string, unknown>
}
const bellsFor = (person: Person, eventId: string) =>
  app.database.sql<Bell>(`select * from notifications where receiver_id = $1 and data->>'eventId' = $2 order by type`, [
    person.memberId,
    eventId,
  ])
const freeEvent = (title: string) =>
  buildEvent(app, club, {
    title,
    startsAt: new Date('2027-03-28T00:30:00Z'),
    endsAt: new Date('2027-03-28T01:30:00Z'),
    categories: [{ category: 'adult', price: 0 }],
  })

test("the buyer is notified of all places, everybody else of their own and their participants'", async () => {
  const event = await freeEvent('Natsejlads')
  await prepare(
    app,
    bo!,
    [bo!.memberId, anna!.memberId, alma].map((memberId) => ({ memberId, event })),
  )
  const [own, ...more] = await bellsFor(bo!, event.id)
  expect(more).toEqual([])
  expect(own).toMatchObject({ type: 'EVENT_REGISTRATION', title: 'Registered: Natsejlads' })
  expect(own!.data).toMatchObject({ orgKey: club.key, eventId: event.id })
  expect(own!.data).not.toHaveProperty('entryId')
  for (const name of ['Bo Holm', 'Anna Holm', 'Alma Holm']) expect(own!.message).toContain(name)

  const [hers, ...none] = await bellsFor(anna!, event.id)
  expect(none).toEqual([])
  expect(hers!.message).toMatch(/^Bo Holm has registered Anna Holm and Alma Holm\. /)
  // The clock goes on that night: half past one, by the clock before.
  expect(hers!.danish).toEqual({
    title: 'Tilmeldt: Natsejlads',
    message: expect.stringMatching(
      /^Bo Holm har tilmeldt Anna Holm og Alma Holm\. Søndag den 28\. marts 2027 kl\.\s01\.30\. .+$/,
    ),
  })
  expect(await bellsFor(carla!, event.id)).toEqual([])
})

test('a notification of one ticket links to it', async () => {
  const event = await freeEvent('Alene')
  await prepare(app, carla!, [{ memberId: carla!.memberId, event }])
  const [mine] = await app.call(tickets.list, { eventId: event.id }, { as: carla!.token })
  const [bell] = await bellsFor(carla!, event.id)
  expect(bell!.data).toMatchObject({ eventId: event.id, entryId: mine!.id })
})

/** Everything that rings somebody's bell about an order. */
const ringsOf = (person: Person, orderId: string) =>
  app.database.sql<Bell>(
    `select * from notifications where receiver_id = $1 and data->>'orderId' = $2 order by created_at`,
    [person.memberId, orderId],
  )

test('a paid event rings the bell once; tickets, calendar file and receipt are in the mail', async () => {
  const event = await buildEvent(app, club, { title: 'Regatta' })
  const token = await buyPlaces(app, carla!, event, [{ memberId: carla!.memberId, event }])
  await app.runJobs({ all: true })
  const { own } = await stateOf(app, carla!, token)
  const [bell, ...more] = await ringsOf(carla!, own!.id)
  expect(more).toEqual([])
  expect(bell).toMatchObject({ type: 'EVENT_REGISTRATION', title: 'Registered: Regatta' })
  expect(bell!.message).toMatch(/^Ticket for Carla Friis\. .*\. Your payment of DKK\s200\.00 has been received\.$/)
  const [ticket] = await app.call(tickets.list, { eventId: event.id }, { as: carla!.token })
  expect(ticket).toMatchObject({ status: 'valid', hasReceipt: true, memberName: 'Carla Friis' })
  const mails = (await mailsTo(app, 'anna@example.com')).filter(({ from }) => from.includes(club.key))
  const mail = mails.find(({ subject }) => subject.endsWith('Ticket to Regatta'))
  expect(mail!.attachments.map(({ contentType }) => contentType.split(';')[0])).toEqual([
    'application/pdf',
    'text/calendar',
    'application/pdf',
  ])
})

test('a membership bought with a place is in the same notification', async () => {
  const both = await buildClub(app)
  const event = await buildEvent(app, both, { title: 'Sommertur', categories: [{ category: 'adult', price: 20_000 }] })
  const lines = [
    { memberId: bo!.memberId, season: both.season },
    { memberId: bo!.memberId, event },
  ]
  const token = await prepare(app, bo!, lines)
  const { own } = await stateOf(app, bo!, token)
  const back = await payInWindow(await openTicketWindow(app, bo!, event, token, own!.total.minor), '0000')
  await visit(back!)
  const [bell, ...more] = await ringsOf(bo!, own!.id)
  expect(more).toEqual([])
  expect(bell).toMatchObject({ type: 'EVENT_REGISTRATION' })
  expect(bell!.message).toMatch(/The membership is registered\. Your payment of DKK/)
})

test('many places are notified with as many statements as one', async () => {
  const event = await buildEvent(app, club)
  const statements = async (count: number) => {
    const people = Array.from({ length: count }, () => ({ memberId: anna!.memberId }))
    const { orderId } = await buildTickets(app, event, { buyer: bo!, people })
    const order = {
      id: orderId,
      orgId: club.id,
      buyerId: bo!.memberId,
      testMode: false,
      kinds: ['event' as const],
      total: 20_000,
      currency: 'DKK',
    }
    return countQueries(() => inTransaction(app.context.db, (tx) => notifyRegistered(tx, order)))
  }
  expect(await statements(20)).toBe(await statements(1))
})

test.each([
  ['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z', 'Sunday, 28 March 2027', '01:30 – 03:30'],
  ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z', 'Sunday, 31 October 2027', '02:30 – 02:30'],
  [
    '2027-12-31T20:00:00Z',
    '2028-01-01T02:00:00Z',
    'Friday, 31 December 2027 – Saturday, 1 January 2028',
    '21:00 – 03:00',
  ],
  ['2028-02-28T23:00:00Z', '2028-02-29T23:00:00Z', 'Tuesday, 29 February 2028', ''],
])('from %s until %s is written as %s, %s', (startsAt, endsAt, days, hours) => {
  const when = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), timeZone: 'Europe/Copenhagen' }
  expect([dayWords(when, 'en'), hourWords(when, 'en')]).toEqual([days, hours])
})
