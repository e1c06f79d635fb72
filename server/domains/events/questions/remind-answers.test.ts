import { beforeAll, beforeEach, expect, test } from 'vitest'
import { questionAnswers } from '#contract/events/question-answers.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import type { Question } from '#contract/events/questions.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { buildClub, buildParticipant, type Club, linkedTo, type Person, signedIn } from '#server/testing/builders.ts'
import { type BuiltEvent, buildEvent, buildQuestions, questionOf } from '#server/testing/builders/event-builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { runRecurring } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { messagesOf } from '#server/messages.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
let liv: string
let ida: string
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  ;[liv, ida] = [await buildParticipant(app, anna, 'Liv'), await buildParticipant(app, anna, 'Ida')]
  await linkedTo(app, anna, bo)
  club = await buildClub(app)
})

/** Answers are due until this day, of events that begin later. */
const until = addDays(copenhagenDate(new Date()), 40)
const begins = new Date(Date.now() + 50 * 86_400_000)

/** Noon, so many days before the answers are due, and nobody reminded yet. */
const goTo = (days: number) =>
  app.database.sql(
    `update portal_clock set "offset" = ($1::date - $2::int + interval '12 hours') at time zone 'Europe/Copenhagen' - now()`,
    [until, days],
  )
/** A morning on which reminders are sent, by two workers. */
async function morning(days: number) {
  await goTo(days)
  await Promise.all([1, 2].map(() => runRecurring(app, 'events.remind-answers')))
}
beforeEach(async () => {
  await app.database.sql(`delete from daily_jobs`)
  await app.database.sql(`update events set status = 'cancelled'`)
  await goTo(20)
})

const later = (rest: Partial<Question> = {}) => questionOf({ required: true, when: 'later', until, ...rest })

async function asking(...questions: Question[]): Promise<BuiltEvent> {
  const event = await buildEvent(app, club, {
    title: 'Summer camp',
    startsAt: begins,
    categories: [{ category: 'adult', price: 0 }],
  })
  await buildQuestions(app, event, questions)
  return event
}

/** @returns the ticket of a person */
async function register(buyer: Person, event: BuiltEvent, ...memberIds: string[]) {
  await prepare(
    app,
    buyer,
    memberIds.map((memberId) => ({ memberId, event, answers: {} })),
  )
  const rows = await app.database.sql<{ id: string; member: string }>(
    'select id, member_id as member from event_entries where event_id = $1',
    [event.id],
  )
  return (memberId: string) => rows.find(({ member }) => member === memberId)!.id
}

interface Reminder extends Record<string, unknown> {
  readonly receiver: string
  readonly message: string
  readonly entry: string | null
}
const bells = ({ id }: BuiltEvent) =>
  app.database.sql<Reminder>(
    `select receiver_id as receiver, message, data ->> 'entryId' as entry from notifications
     where once_key like 'answers-due:' || $1 || '%' order by created_at`,
    [id],
  )
const mails = ({ id }: BuiltEvent) =>
  app.database.sql<{ receiver: string; data: Record<string, unknown> }>(
    `select member_id as receiver, data from messages where once_key like 'answers-due:' || $1 || '%' order by created_at`,
    [id],
  )
/** Whose bell still rings for it, after those that are settled are marked. */
async function ringing({ id }: BuiltEvent): Promise<string[]> {
  await runRecurring(app, 'notifications.settle')
  const rows = await app.database.sql<{ receiver: string }>(
    `select receiver_id as receiver from notifications
     where once_key like 'answers-due:' || $1 || '%' and not read and settled_at is null order by created_at`,
    [id],
  )
  return rows.map(({ receiver }) => receiver)
}
const draftOf = (data: Record<string, unknown>) => messagesOf(app.context).mails['answers-due'](data as never)

test('reminds 7 and 2 days before, once each, one mail for all children', async () => {
  const event = await asking(later())
  await register(anna, event, liv, ida)
  await morning(8)
  expect(await bells(event)).toEqual([])
  await morning(7)
  const [bell, ...more] = await bells(event)
  expect(more).toEqual([])
  expect(bell).toMatchObject({ receiver: anna.memberId, entry: null })
  for (const fact of ['Liv', 'Ida', 'Answer by']) expect(bell!.message).toContain(fact)
  for (const days of [6, 5, 4, 3]) await morning(days)
  expect((await bells(event)).length).toBe(1)
  await morning(2)
  await morning(1)
  await morning(0)
  expect((await bells(event)).length).toBe(2)
  const sent = await mails(event)
  expect(sent.map(({ receiver }) => receiver)).toEqual([anna.memberId, anna.memberId])
  const draft = await draftOf(sent[0]!.data)
  expect(draft!.content.tables![0]!.rows.map(({ label, details }) => [label.split(' ')[0], details])).toEqual([
    ['Ida', ['Telt?']],
    ['Liv', ['Telt?']],
  ])
  expect(draft!.content.button!.url).toMatch(new RegExp(`/events/${event.id}/tickets$`))
})

test('a worker that died before the day was recorded reminds nobody twice', async () => {
  const event = await asking(later())
  await register(anna, event, liv)
  await morning(7)
  await app.database.sql('delete from daily_jobs')
  await morning(7)
  expect([(await bells(event)).length, (await mails(event)).length]).toEqual([1, 1])
})

test('a day without workers is made up for', async () => {
  const event = await asking(later())
  await register(anna, event, liv)
  await morning(8)
  await morning(5)
  expect((await bells(event)).length).toBe(1)
})

test('nothing for whoever answered, cancelled or never bought, and a mail that waits is not sent', async () => {
  const question = later()
  const event = await asking(question)
  const ticketOf = await register(anna, event, liv, ida)
  const cancelled = await asking(later())
  await register(anna, cancelled, liv)
  await app.database.sql("update event_entries set status = 'cancelled' where event_id = $1", [cancelled.id])
  const held = await asking(later())
  await register(anna, held, liv)
  await app.database.sql("update event_entries set status = 'held' where event_id = $1", [held.id])
  const off = await asking(later())
  await register(anna, off, liv)
  await app.database.sql("update events set status = 'cancelled' where id = $1", [off.id])
  const optional = await asking(later({ required: false }))
  await register(anna, optional, liv)
  const answer = (memberId: string) =>
    app.call(
      questionAnswers.save,
      { entryId: ticketOf(memberId), answers: { [question.id]: 'Ja' } },
      { as: anna.token },
    )
  await answer(liv)
  await morning(7)
  for (const one of [cancelled, held, off, optional]) expect(await bells(one)).toEqual([])
  const [bell] = await bells(event)
  expect(bell!.message).not.toContain('Liv')
  expect(bell).toMatchObject({ entry: ticketOf(ida) })
  const [mail] = await mails(event)
  expect((await draftOf(mail!.data))!.content.button!.url).toMatch(new RegExp(`/tickets/${ticketOf(ida)}$`))
  await answer(ida)
  expect(await draftOf(mail!.data)).toBeNull()
  await morning(2)
  expect((await bells(event)).length).toBe(1)
})

test('of a question without a last day, such as one added after the sale, guests are reminded before the event', async () => {
  const event = await asking()
  await register(anna, event, liv)
  await buildQuestions(app, event, [later({ when: 'registration', until: null, label: { da: 'Allergier?' } })])
  await app.database.sql(`update event_entries set answers_missing = 1 where event_id = $1`, [event.id])
  const after = Math.round((Date.parse(copenhagenDate(begins)) - Date.parse(until)) / 86_400_000)
  await morning(7)
  expect(await bells(event)).toEqual([])
  await morning(7 - after)
  expect((await bells(event)).length).toBe(1)
  const [mail] = await mails(event)
  const draft = await draftOf(mail!.data)
  expect(draft!.content.tables![0]!.rows.flatMap(({ details }) => details)).toEqual(['Allergier?'])
})

test("a relative's guest is reminded themselves, the buyer of the order's own questions; no answer is in a mail", async () => {
  const [sick, bus] = [
    later({ label: { da: 'Allergier?' }, sensitive: true }),
    later({ scope: 'order', kind: 'number', label: { da: 'Pladser i bilen' } }),
  ]
  const answered = questionOf({ label: { da: 'Medicin?' }, sensitive: true })
  const event = await asking(sick, bus, answered)
  const ticketOf = await register(anna, event, bo.memberId)
  await app.call(
    questionAnswers.save,
    { entryId: ticketOf(bo.memberId), answers: { [answered.id]: 'Insulin' } },
    { as: bo.token },
  )
  await morning(7)
  expect(new Set((await bells(event)).map(({ receiver }) => receiver))).toEqual(new Set([anna.memberId, bo.memberId]))
  for (const { receiver, data } of await mails(event)) {
    const draft = await draftOf(data)
    const labels = draft!.content.tables![0]!.rows.flatMap(({ details }) => details)
    expect(labels).toEqual(receiver === bo.memberId ? ['Allergier?'] : ['Pladser i bilen'])
    expect(JSON.stringify(draft)).not.toContain('Insulin')
  }
})

test('a reminder rings until nothing is missing for its tickets, whoever answers', async () => {
  const [tent, shirt] = [later(), later({ label: { da: 'T-shirt' } })]
  const event = await asking(tent, shirt)
  const ticketOf = await register(anna, event, liv, ida)
  await register(bo, event, bo.memberId)
  await morning(7)
  await morning(2)
  const all = [anna, bo, anna, bo].map(({ memberId }) => memberId).toSorted()
  const stillRings = async () => (await ringing(event)).toSorted()
  expect(await stillRings()).toEqual(all)
  const answer = (memberId: string, ...questions: Question[]) => ({
    entryId: ticketOf(memberId),
    answers: Object.fromEntries(questions.map(({ id }) => [id, 'Ja'])),
  })
  await app.call(questionAnswers.save, answer(liv, tent, shirt), { as: anna.token })
  await app.call(questionAnswers.save, answer(ida, tent), { as: anna.token })
  expect(await stillRings(), 'a question of one child is open').toEqual(all)
  const office = await signedIn(app, 'all-clubs@example.com')
  await app.call(
    officeRegistrations.saveAnswers,
    { orgId: club.id, eventId: event.id, ...answer(ida, shirt) },
    { as: office.token },
  )
  expect(await stillRings(), 'others hear on').toEqual([bo.memberId, bo.memberId])
  const settled = await app.database.sql(
    `select from notifications where receiver_id = $1 and once_key like 'answers-due:' || $2 || '%' and read and settled_at is not null`,
    [anna.memberId, event.id],
  )
  expect(settled.length, 'and stay in the list').toBe(2)
})
