import { beforeAll, beforeEach, expect, test } from 'vitest'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, buildFace, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type EventPlan } from '#server/testing/builders/event-builders.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { readCalendar } from '#server/testing/files/calendar-reader.ts'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { buildTickets, type TicketPlan } from '#server/testing/builders/ticket-builders.ts'

let app: TestApp
let club: Club
let anna: Person
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  club = await buildClub(app)
  await app.database.sql(`update organisations set name = 'Roskilde Roklub Æøå' where id = $1`, [club.id])
})
beforeEach(() => app.database.sql('delete from rate_windows'))

async function bought(plan: EventPlan, people: TicketPlan['people'], more: Partial<TicketPlan> = {}) {
  const event = await buildEvent(app, club, plan)
  return { event, ...(await buildTickets(app, event, { buyer: anna, people, ...more })) }
}
const squeezed = (text: string) => text.replace(/\s+/g, '')
const pdfOf = async (entryId: string, language: 'da' | 'en') => {
  const file = await app.call(tickets.pdf, { entryId, language }, { as: anna.token })
  return { ...file, ...readPdf(file.bytes) }
}

test('a ticket has in both languages what the door and its holder need', async () => {
  const { entryIds } = await bought(
    {
      title: 'Sommerregatta på Øresund',
      startsAt: new Date('2026-12-12T09:00:00Z'),
      endsAt: new Date('2026-12-12T13:30:00Z'),
      place: 'Skovshoved Havn',
      address: 'Skovshoved Havn 10, 2930 Klampenborg',
    },
    [{ memberId: anna.memberId, name: 'Åse Ærø Ødegård' }],
  )
  const { number } = await app.call(tickets.item, { entryId: entryIds[0]! }, { as: anna.token })
  const [danish, english] = [await pdfOf(entryIds[0]!, 'da'), await pdfOf(entryIds[0]!, 'en')]
  for (const words of ['Sommerregatta på Øresund', 'Åse Ærø Ødegård', 'Skovshoved Havn 10, 2930 Klampenborg', number])
    for (const { text } of [danish, english]) expect(text).toContain(squeezed(words))
  expect(danish.text).toContain(squeezed('Lørdag den 12. december 2026'))
  expect(danish.text).toContain(squeezed('10.00 – 14.30'))
  expect(english.text).toContain(squeezed('Saturday, 12 December 2026'))
  expect(english.text).toContain(squeezed('10:00 – 14:30'))
  expect([danish.fileName, danish.contentType]).toEqual([`Billet-${number}.pdf`, 'application/pdf'])
  expect(english.text).not.toContain('TEST')
  for (const [lang, { about, parts, unmarked }] of [['da', danish] as const, ['en', english] as const]) {
    expect(unmarked).toBe(0)
    expect(about).toEqual({
      lang,
      title: `${lang === 'da' ? 'Billet' : 'Ticket'} – Sommerregatta på Øresund`,
      author: 'Roskilde Roklub Æøå',
      showsTitle: true,
    })
    expect([parts.slice(0, 3), parts.includes('Figure')]).toEqual([['Document', 'P', 'H1'], true])
  }
})

test("a ticket has its club's logo, and none where there is none", async () => {
  const other = await buildClub(app)
  await buildFace(app, other)
  const namesAt = async (of: Club) => {
    const event = await buildEvent(app, of)
    const { entryIds } = await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }] })
    return (await pdfOf(entryIds[0]!, 'da')).names
  }
  expect(await namesAt(other)).toContain('/Image')
  expect(await namesAt(club)).not.toContain('/Image')
})

test('a test ticket says that it is one', async () => {
  const { entryIds } = await bought({}, [{ memberId: anna.memberId }], { testMode: true })
  expect((await pdfOf(entryIds[0]!, 'da')).text).toContain('TEST')
})

test('the file of an event without letters in its name is named as the others', async () => {
  const { event } = await bought({ title: '🍎' }, [
    { memberId: anna.memberId, name: 'Anna Holm' },
    { memberId: alma, name: 'Alma Holm' },
  ])
  const file = await app.call(tickets.pdfOfEvent, { eventId: event.id, language: 'da' }, { as: anna.token })
  expect(file.fileName).toBe('Billetter.pdf')
})

test("one file has the family's tickets to an event, without refunded ones and strangers'", async () => {
  const dan = await signedIn(app, 'dan@example.com')
  const { event, entryIds } = await bought({ title: 'Æbledag / "2026"' }, [
    { memberId: anna.memberId, name: 'Anna Holm' },
    { memberId: alma, name: 'Alma Holm' },
    { memberId: alma, name: 'Refunded', status: 'cancelled' },
  ])
  await buildTickets(app, event, { buyer: dan, people: [{ memberId: dan.memberId, name: 'Dan Dahl' }] })
  const file = await app.call(tickets.pdfOfEvent, { eventId: event.id, language: 'da' }, { as: anna.token })
  const { text } = readPdf(file.bytes)
  for (const name of ['AnnaHolm', 'AlmaHolm']) expect(text).toContain(name)
  for (const name of ['Refund', 'DanDahl']) expect(text).not.toContain(name)
  // As the header names it for clients that know plain letters only.
  expect(file.fileName).toBe('Billetter-_bledag-2026.pdf')
  const missing = app.call(tickets.pdf, { entryId: entryIds[2]! }, { as: anna.token })
  await expect(missing).rejects.toMatchObject({ status: 404 })
})

test.each(Object.entries(hostileTexts))('a name that %s is text on a ticket, within its space', async (_, text) => {
  const { entryIds } = await bought({ title: text, place: text, address: text, kind: text }, [
    { memberId: anna.memberId, name: text },
  ])
  const file = await pdfOf(entryIds[0]!, 'en')
  expect(file.text).toContain(squeezed(text.replace(/\p{Cc}|\p{Zl}|\p{Zp}|\p{Cf}/gu, ' ')).slice(0, 12))
  for (const name of ['/JavaScript', '/JS', '/URI', '/Launch', '/OpenAction']) expect(file.names).not.toContain(name)
  expect([
    ...Buffer.from(file.bytes)
      .toString('latin1')
      .matchAll(/\/Type \/Page\b/g),
  ]).toHaveLength(1)
})

/** Unfolded, as a calendar reads it. */
const calendarOf = async (who: Person) => {
  const file = await app.call(tickets.calendar, { language: 'en' }, { as: who.token })
  return Buffer.from(file.bytes).toString().replace(/\r\n /g, '')
}

test('the calendar has the right hours before and after each change of the clock', async () => {
  const erik = await signedIn(app, 'erik@example.com')
  const hours = {
    'The night the clock goes on': ['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'],
    'The night the clock goes back': ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'],
    'Summer evening': ['2027-06-12T17:00:00Z', '2027-06-12T21:00:00Z'],
    'New Year': ['2027-12-31T20:00:00Z', '2028-01-01T02:00:00Z'],
    'Leap day': ['2028-02-29T09:00:00Z', '2028-02-29T15:00:00Z'],
  }
  for (const [title, [startsAt, endsAt]] of Object.entries(hours)) {
    const event = await buildEvent(app, club, { title, startsAt: new Date(startsAt!), endsAt: new Date(endsAt!) })
    await buildTickets(app, event, { buyer: erik, people: [{ memberId: erik.memberId, name: 'Erik Friis' }] })
  }
  const calendar = await calendarOf(erik)
  const entries = readCalendar(calendar)
  for (const [title, [startsAt, endsAt]] of Object.entries(hours)) {
    const [start, end] = [startsAt!, endsAt!].map((moment) => new Date(moment).toISOString())
    expect(entries.find((entry) => entry.title === title)).toMatchObject({ start, end })
  }
  expect(calendar.match(/Erik Friis · adult/g)).toHaveLength(5)
})

test('an event with several tickets is in the calendar once, without refunded ones', async () => {
  const bo = await signedIn(app, 'bo@example.com')
  const event = await buildEvent(app, club, { title: 'Twice' })
  const gone = await buildEvent(app, club, { title: 'Gone' })
  const one = { memberId: bo.memberId }
  await buildTickets(app, event, {
    buyer: bo,
    people: [
      { ...one, name: 'Bo Holm' },
      { ...one, name: 'Bo Guest' },
    ],
  })
  await buildTickets(app, gone, { buyer: bo, people: [{ ...one, status: 'cancelled' }] })
  const calendar = await calendarOf(bo)
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  for (const words of ['Bo Holm', 'Bo Guest', `/${club.key}/events/${event.id}/tickets`])
    expect(calendar).toContain(words)
  expect(calendar).toContain(`UID:${event.id}@`)
  const other = await buildEvent(app, club, { title: 'Another' })
  await buildTickets(app, other, { buyer: bo, people: [one] })
  const alone = await app.call(tickets.calendar, { eventId: other.id }, { as: bo.token })
  expect(
    Buffer.from(alone.bytes)
      .toString()
      .match(/SUMMARY:.*/g),
  ).toEqual(['SUMMARY:Another'])
  const none = app.call(tickets.calendar, { eventId: gone.id }, { as: bo.token })
  await expect(none).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('a member without tickets gets an empty calendar', async () => {
  const calendar = await calendarOf(await signedIn(app, 'carla@example.com'))
  expect(calendar).toMatch(/^BEGIN:VCALENDAR[\s\S]*END:VCALENDAR\s*$/)
  expect(calendar).not.toContain('VEVENT')
})
