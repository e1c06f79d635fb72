import { beforeAll, beforeEach, expect, test } from 'vitest'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { eventCancel } from '#contract/events/cancel.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { type EventFields, officeEvents } from '#contract/events/office.ts'
import { waiting } from '#contract/events/waiting.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { readCalendar } from '#server/testing/files/calendar-reader.ts'
import { inTurn } from '#server/testing/lock-waits.ts'
import { buyPlaces, openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { mailsTo, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [chair, anna, bo]: Person[] = []
let alma: string
let camp: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update delayed_actions set state = 'stopped' where state = 'waiting'`)
  club = await buildClub(app)
  camp = await buildEvent(app, club, {
    title: `Camp ${club.key}`,
    place: 'Klubhuset',
    placeTexts: { da: 'Klubhuset', en: 'The clubhouse' },
    address: 'Havnevej 1',
    onePerPerson: false,
    startsAt: new Date('2049-06-01T08:00:00Z'),
    categories: [{ category: 'adult' }, { category: 'free', price: 0 }],
  })
})

const as = (person = chair!) => ({ as: person.token })
const which = () => ({ orgId: club.id, eventId: camp.id })
type Changes = Partial<EventFields> & { readonly tellGuests?: boolean }
async function save(changes: Changes) {
  const { fields, version } = await app.call(officeEvents.item, which(), as())
  return app.call(officeEvents.save, { ...which(), ...fields, version, ...changes }, as())
}
const place = (da: string, en?: string) => ({ place: { da, ...(en && { en }) } })
const nextWeek = { startsAt: '2049-06-08T10:00', endsAt: '2049-06-08T14:00' }
const waits = async () =>
  (await app.call(delayedActions.list, { orgId: club.id }, as())).map(({ kind, thingId }) => [kind, thingId])
const paid = (person: Person, memberIds = [person.memberId]) =>
  buyPlaces(
    app,
    person,
    camp,
    memberIds.map((memberId) => ({ memberId, event: camp })),
  )
const free = (person: Person) => prepare(app, person, [{ memberId: person.memberId, event: camp, category: 'free' }])
/** Lets the pause pass, and everything that follows. */
async function pauseOver() {
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
}
/** Messages about this event's moves, by receiver. */
async function movedMails() {
  const rows = await app.database.sql<{ member: string; before: EventFields; after: EventFields }>(
    `select member_id as member, before, after from messages join event_changes on event_changes.id::text = data ->> 'changeId'
     where template = 'event-moved' and event_id = $1 order by messages.id`,
    [camp.id],
  )
  return rows.map(({ member, before, after }) => [member, before.place.da, after.place.da])
}
const bellsOf = ({ memberId }: Person) =>
  app.database.sql<{ title: string; message: string }>(
    `select title, message from notifications where receiver_id = $1 and data ->> 'eventId' = $2 and once_key like 'event-moved:%'`,
    [memberId, camp.id],
  )

/** The entries for this event in the mails to somebody, the oldest mail first. */
async function calendarsTo(address: string) {
  const entries = []
  for (const { attachments } of (await mailsTo(app, address)).toReversed())
    for (const { contentType, url } of attachments)
      if (contentType.startsWith('text/calendar')) entries.push(...readCalendar(await (await fetch(url)).text()))
  return entries.filter(({ uid }) => uid.startsWith(camp.id))
}

const moves: [string, Changes, boolean][] = [
  ['another day', nextWeek, true],
  ['more than an hour later', { startsAt: '2049-06-01T11:30', endsAt: '2049-06-01T15:30' }, true],
  ['half an hour later', { startsAt: '2049-06-01T10:30', endsAt: '2049-06-01T14:30' }, false],
  ['another place', place('Havnen', 'The harbour'), true],
  ['another address', { address: 'Havnevej 2' }, true],
  ['spaces alone', { ...place('Klubhuset ', 'The  clubhouse'), address: ' Havnevej  1' }, false],
  ['a zone with the same clock', { timeZone: 'Europe/Berlin' }, false],
  ['a new description', { description: { da: 'Husk støvler.' } }, false],
  ['another day, unticked', { ...nextWeek, tellGuests: false }, false],
]
test.each(moves)('%s: guests are notified of it, or not', async (_, changes, isNotified) => {
  await free(anna!)
  await save(changes)
  expect(await waits()).toEqual(isNotified ? [['move', camp.id]] : [])
  await pauseOver()
  expect((await movedMails()).length).toBe(isNotified ? 1 : 0)
  expect((await bellsOf(anna!)).length).toBe(isNotified ? 1 : 0)
})

/** Bo has the only place, and Anna waits for one. */
async function annaWaits() {
  await app.database.sql('update events set capacity = 1 where id = $1', [camp.id])
  await free(bo!)
  const people = [{ memberId: anna!.memberId, category: 'free' }]
  return app.call(waiting.join, { eventId: camp.id, people, mode: 'all' }, as(anna))
}

test('whoever waits for a place gets the new one by mail and in the bell, once', async () => {
  await app.database.sql(`update members set language = 'en' where id = $1`, [anna!.memberId])
  await annaWaits()
  await save(place('Havnen', 'The harbour'))
  await pauseOver()
  expect(new Set((await movedMails()).map(([member]) => member))).toEqual(new Set([bo!.memberId, anna!.memberId]))
  expect(await bellsOf(anna!)).toMatchObject([{ message: expect.stringContaining('Now: The harbour') }])
  expect(await bellsOf(bo!)).toHaveLength(1)
  const [mail] = await mailsTo(app, 'anna@example.com')
  expect(mail).toMatchObject({ subject: `Camp ${club.key} has a new place`, attachments: [] })
  expect(mail!.text).toContain("You're still on the waiting list")
  expect(mail!.text).toContain('Before: The clubhouse')
  expect(mail!.text).toContain(`/events/${camp.id}`)
  expect(mail!.text).not.toMatch(/ticket/i)
})

test.each([
  ['who left the list before it is sent', (wishId: string) => app.call(waiting.leave, { wishId }, as(anna)), {}],
  ['when the office tells them itself', async () => {}, { tellGuests: false }],
])('no mail to somebody who waits %s', async (_, meanwhile, how) => {
  const { id } = await annaWaits()
  await save({ ...place('Havnen'), ...how })
  await meanwhile(id)
  await pauseOver()
  expect((await movedMails()).map(([member]) => member)).not.toContain(anna!.memberId)
})

test('whoever joins the waiting list between two moves is notified of the second from what they saw', async () => {
  await save(place('Havnen'))
  const { id: wishId } = await annaWaits()
  await save(place('Stranden'))
  await save(place('Havnen'))
  await pauseOver()
  expect((await movedMails()).filter(([, was, is]) => was !== is)).toEqual([])
  await save(place('Stranden'))
  await app.call(waiting.leave, { wishId }, as(anna))
  await app.call(
    waiting.join,
    { eventId: camp.id, people: [{ memberId: anna!.memberId, category: 'free' }], mode: 'all' },
    as(anna),
  )
  await save(place('Havnen'))
  await pauseOver()
  expect((await movedMails()).filter(([, was, is]) => was !== is)).toEqual([[anna!.memberId, 'Stranden', 'Havnen']])
})

const states: [string, () => Promise<unknown>, boolean][] = [
  ['nobody has a place', async () => {}, false],
  ['a place is paid', () => paid(anna!), true],
  ['a place is free', () => free(anna!), true],
  [
    'a place was cancelled',
    async () => {
      await free(anna!)
      await app.database.sql(`update event_entries set status = 'cancelled' where event_id = $1`, [camp.id])
    },
    false,
  ],
  [
    'it is over',
    async () => {
      await free(anna!)
      await app.database.sql(
        `update events set public_from = portal_now() - interval '9 days', starts_at = portal_now() - interval '3 days', ends_at = portal_now() - interval '2 days' where id = $1`,
        [camp.id],
      )
    },
    false,
  ],
]
test.each(states)('%s', async (_, before, isNotified) => {
  await before()
  await save(place('Havnen'))
  await pauseOver()
  expect((await movedMails()).length).toBe(isNotified ? 1 : 0)
})

test('several saves are announced once, from where it was to where it is, in the words of each reader', async () => {
  await paid(anna!, [anna!.memberId, alma])
  await free(bo!)
  await app.database.sql(
    `update members set language = case id when $1::uuid then 'en' else 'da' end where id in ($1, $2)`,
    [anna!.memberId, bo!.memberId],
  )
  await save(nextWeek)
  await save(place('Stranden', 'The beach'))
  await save(place('Havnen', 'The harbour'))
  expect(await waits()).toEqual([['move', camp.id]])
  await pauseOver()
  const both = [anna!, bo!].map(({ memberId }) => [memberId, 'Klubhuset', 'Havnen'])
  expect(new Set(await movedMails())).toEqual(new Set(both))
  const sent = await mailsTo(app, 'anna@example.com')
  const mail = sent.find(({ subject }) => subject === `Anna and Alma – Camp ${club.key} has a new time and place`)!
  expect(mail.text).toContain('Tuesday, 8 June 2049, 10:00 – 14:00')
  expect(mail.text).toContain('Before: Tuesday, 1 June 2049, 10:00 – 14:00')
  expect(mail.text).toContain('The harbour, Havnevej 1')
  expect(mail.text).toContain('Before: The clubhouse, Havnevej 1')
  const danish = (await mailsTo(app, 'bo@example.com')).find(({ subject }) =>
    subject.startsWith(`Camp ${club.key} har fået`),
  )!
  expect(danish.text).toContain('Før: Klubhuset, Havnevej 1')
  expect(danish.text).toContain('tirsdag den 8. juni 2049 kl.\u00a010.00 – 14.00')
  const title = `Camp ${club.key} has a new time and place`
  expect(await bellsOf(anna!)).toMatchObject([{ title }])
  const { newest } = await app.call(notifications.bell, {}, as(anna))
  expect(newest.map((one) => one.title)).toContainEqual(
    expect.stringMatching(`^(Anna and Alma|Alma and Anna) – ${title}$`),
  )
  const { entries } = await app.call(officeHistory.list, { orgId: club.id, thing: 'event' }, as())
  expect(entries.find(({ name }) => name === 'event_move_told')).toMatchObject({ after: { people: 2 } })
})

test('back where it was within the pause, nobody is notified', async () => {
  await free(anna!)
  const { fields } = await save(place('Havnen'))
  expect(fields.place.da).toBe('Havnen')
  await save(place('Klubhuset', 'The clubhouse'))
  expect(await waits()).toEqual([])
  await pauseOver()
  expect(await movedMails()).toEqual([])
})

test('small changes that add up to a move are announced, from what guests last knew', async () => {
  await free(anna!)
  const at = (startsAt: string, endsAt: string) => ({
    startsAt: `2049-06-01T${startsAt}`,
    endsAt: `2049-06-01T${endsAt}`,
  })
  await save(at('10:40', '14:40'))
  expect(await waits()).toEqual([])
  await pauseOver()
  const { knownAs } = await save(at('11:20', '15:20'))
  expect(knownAs).toMatchObject(at('10:00', '14:00'))
  await pauseOver()
  const heard = () =>
    app.database.sql<{ before: EventFields; after: EventFields }>(
      `select before, after from messages join event_changes on event_changes.id::text = data ->> 'changeId'
       where template = 'event-moved' and event_id = $1 order by messages.id`,
      [camp.id],
    )
  expect(await heard()).toMatchObject([{ before: at('10:00', '14:00'), after: at('11:20', '15:20') }])
  expect((await save(at('12:00', '16:00'))).knownAs).toMatchObject(at('11:20', '15:20'))
  await pauseOver()
  expect((await heard()).length).toBe(1)
  // Unticked, the office notifies them itself: later moves count from there.
  await save({ ...at('13:30', '17:30'), tellGuests: false })
  expect((await save(at('14:10', '18:10'))).knownAs).toMatchObject(at('13:30', '17:30'))
  await pauseOver()
  expect((await heard()).length).toBe(1)
})

test('back where it was, whoever bought in between is notified of it alone', async () => {
  await free(anna!)
  await save(place('Havnen'))
  await free(bo!)
  await save(place('Klubhuset', 'The clubhouse'))
  await pauseOver()
  // A mail that has nothing to say to its reader is not sent.
  expect((await movedMails()).filter(([, was, is]) => was !== is)).toEqual([[bo!.memberId, 'Havnen', 'Klubhuset']])
  expect([await bellsOf(anna!), await bellsOf(bo!)]).toMatchObject([[], [{}]])
})

test('the calendar file of the mail replaces what a ticket brought', async () => {
  await paid(anna!)
  await app.runJobs({ all: true, mayFail: true })
  const [bought] = await calendarsTo('anna@example.com')
  await save(nextWeek)
  await pauseOver()
  const moved = (await calendarsTo('anna@example.com')).at(-1)!
  expect(moved).toMatchObject({ uid: bought!.uid, start: '2049-06-08T08:00:00.000Z' })
  expect(moved.sequence).toBeGreaterThan(bought!.sequence)
})

test('an office stops it; the event stays moved', async () => {
  await free(anna!)
  await save(place('Havnen'))
  const [action] = await app.call(delayedActions.list, { orgId: club.id }, as())
  await app.call(delayedActions.stopMove, { orgId: club.id, actionId: action!.id }, as())
  await pauseOver()
  expect(await movedMails()).toEqual([])
  const { entries } = await app.call(officeHistory.list, { orgId: club.id, thing: 'event' }, as())
  expect(entries.map(({ name }) => name)).toContain('event_move_stopped')
})

test('cancelled within the pause, guests are notified of the cancellation alone', async () => {
  await free(anna!)
  await save(place('Havnen'))
  await app.call(
    eventCancel.start,
    { ...which(), texts: { da: 'Aflyst' }, refunds: 'all', name: `Camp ${club.key}` },
    as(),
  )
  await pauseOver()
  expect(await movedMails()).toEqual([])
})

test('whoever buys between two moves is notified of the second from where they bought', async () => {
  await free(anna!)
  await save(place('Stranden'))
  await free(bo!)
  await save(place('Havnen'))
  await pauseOver()
  expect(new Set(await movedMails())).toEqual(
    new Set([
      [anna!.memberId, 'Klubhuset', 'Havnen'],
      [bo!.memberId, 'Stranden', 'Havnen'],
    ]),
  )
  await save(place('Stranden'))
  await pauseOver()
  expect(new Set((await movedMails()).slice(2))).toEqual(
    new Set([anna!, bo!].map(({ memberId }) => [memberId, 'Havnen', 'Stranden'])),
  )
})

test('a place that is taken while the event is moved, and paid when the others were notified, is notified of it, too', async () => {
  await free(bo!)
  let token = ''
  const takes = () =>
    prepare(app, anna!, [{ memberId: anna!.memberId, event: camp }]).then((one) => ((token = one), 'ok'))
  const moving = () => codeOf(save(place('Havnen')))
  expect(await inTurn(app, 'event_entries', takes, moving, 2)).toEqual(['first ok', 'second ok'])
  await pauseOver()
  expect((await movedMails()).map(([member]) => member)).toEqual([bo!.memberId])
  await visit((await payInWindow(await openTicketWindow(app, anna!, camp, token, 20_000), '0000'))!)
  await app.runJobs({ all: true, mayFail: true })
  expect((await movedMails()).map(([member]) => member)).toEqual([bo!.memberId, anna!.memberId])
})
