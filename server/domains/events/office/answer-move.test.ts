import { beforeAll, beforeEach, expect, test } from 'vitest'
import { moveAnswers } from '#contract/events/move-answers.ts'
import { type EventFields, officeEvents } from '#contract/events/office.ts'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { messagesOf } from '#server/messages.ts'
import { moveToken } from './answer-move.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [chair, anna, bo]: Person[] = []
let camp: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update delayed_actions set state = 'stopped' where state = 'waiting'`)
  club = await buildClub(app)
  camp = await buildEvent(app, club, {
    title: `Camp ${club.key}`,
    place: 'Klubhuset',
    placeTexts: { da: 'Klubhuset' },
    onePerPerson: false,
    startsAt: new Date('2049-06-01T08:00:00Z'),
    categories: [{ category: 'adult' }, { category: 'free', price: 0 }],
  })
})

const as = (person = chair!) => ({ as: person.token })
const which = () => ({ orgId: club.id, eventId: camp.id })
type Changes = Partial<EventFields> & {
  readonly tellGuests?: boolean
  keepUntil?: string
  moveText?: { da: string; en?: string }
}
async function save(changes: Changes) {
  const { fields, version } = await app.call(officeEvents.item, which(), as())
  return app.call(officeEvents.save, { ...which(), ...fields, version, ...changes }, as())
}
const nextWeek = { startsAt: '2049-06-08T10:00', endsAt: '2049-06-08T14:00' }
const buy = (person: Person) => buyPlaces(app, person, camp, [{ memberId: person.memberId, event: camp }])
async function pauseOver() {
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
}
/** The event moves to another week, and guests have their money back until a day. */
async function move(keepUntil = '2049-06-05') {
  await save({ ...nextWeek, keepUntil, moveText: { da: 'Stormen kom.', en: 'The storm came.' } })
  await pauseOver()
}
/** The link in the mail about this move. */
async function tokenOf(address: string): Promise<string> {
  const [mail] = (await mailsTo(app, address)).filter(
    ({ text }) => text.includes(club.key) && text.includes('/moved?token='),
  )
  return decodeURIComponent(/\/moved\?token=([^\s)]+)/.exec(mail!.text)![1]!)
}
const answers = () => app.call(moveAnswers.ofEvent, which(), as())
const ticketOf = async (person: Person) => (await app.call(tickets.list, { eventId: camp.id }, as(person)))[0]!
const reply = async (person: Person, answer: 'keep' | 'refund') =>
  app.call(moveAnswers.ofTicket, { entryId: (await ticketOf(person)).id, answer }, as(person))
const refundsOf = () =>
  app.database.sql<{ amount: number; cause: string }>(
    `select refunds.amount::float8 as amount, changes.cause from refunds
     join refund_lines on refund_id = refunds.id join order_lines lines on lines.id = line_id
     join status_changes changes on changes.thing = 'event_entries' and changes.thing_id = lines.entry_id and changes.to_status = 'cancelled'
     where lines.event_id = $1`,
    [camp.id],
  )
const faultOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof ApiProblem) return error.body.errors
    throw error
  }
  return 'saved'
}

test('one keeps by the link of the mail, one is refunded on the ticket, and the office sees who has not answered', async () => {
  const carla = await signedIn(app, 'carla@example.com')
  await buy(anna!)
  await buy(bo!)
  await buy(carla)
  await move()
  const token = await tokenOf('anna@example.com')
  const question = await app.call(moveAnswers.show, { token })
  expect(question).toMatchObject({ isOver: false, tickets: [{ answer: null }] })
  expect(question.text).toMatch(/storm/i)
  const { entryId } = question.tickets[0]!
  const kept = await app.call(moveAnswers.answer, { token, entryId, answer: 'keep' })
  expect(kept.tickets[0]!.answer).toBe('keep')
  expect((await ticketOf(bo!)).moved).toMatchObject({
    isOver: false,
    answer: null,
    amount: { minor: 20_000 },
    was: expect.stringContaining('1 June 2049'),
    text: 'The storm came.',
  })
  expect(await reply(bo!, 'refund')).toMatchObject({ status: 'cancelled', moved: { answer: 'refund' } })
  await app.runJobs({ all: true, mayFail: true })
  expect(await refundsOf()).toEqual([{ amount: 20_000, cause: 'event_moved' }])
  expect((await ticketOf(bo!)).cancellation).toMatchObject({ by: 'you', money: { state: 'refunded' } })
  expect(await answers()).toMatchObject({ counts: { keep: 1, refund: 1, none: 1 } })
  expect((await answers()).people[0]).toMatchObject({ answer: null })
})

test('the list, its export and a message choose by the answer; whoever bought after the move has none', async () => {
  const dan = await signedIn(app, 'carla@example.com')
  const answered = async (answer: string) => {
    const filter = JSON.stringify({ field: 'moveAnswer', op: 'any_of', values: [answer] })
    const { people, wasMoved } = await app.call(officeRegistrations.list, { ...which(), filter }, as())
    return { wasMoved, who: people.map(({ memberId }) => memberId) }
  }
  await buy(anna!)
  await buy(bo!)
  expect(await answered('none')).toEqual({ wasMoved: false, who: [] })
  await move()
  await buy(dan)
  expect((await answered('none')).who.toSorted()).toEqual([anna!.memberId, bo!.memberId].toSorted())
  await reply(bo!, 'keep')
  expect(await answered('none')).toEqual({ wasMoved: true, who: [anna!.memberId] })
  expect((await answered('keep')).who).toEqual([bo!.memberId])
  const filter = JSON.stringify({ field: 'moveAnswer', op: 'any_of', values: ['none'] })
  const preview = await app.call(guestMessages.preview, { ...which(), filter }, as())
  expect(preview.some.map(({ id }) => id)).toEqual([anna!.memberId])
  await reply(anna!, 'refund')
  expect((await answered('refund')).who).toEqual([anna!.memberId])
})

test('opening the link changes nothing, and a link that is not ours opens nothing', async () => {
  await buy(anna!)
  await move()
  const token = await tokenOf('anna@example.com')
  await app.call(moveAnswers.show, { token })
  expect(await answers()).toMatchObject({ counts: { keep: 0, refund: 0, none: 1 } })
  const [moveId, , signature] = token.split('.')
  const forged = `${moveId}.${bo!.memberId}.${signature}`
  expect(await codeOf(app.call(moveAnswers.show, { token: forged }))).toBe('move_link_invalid')
})

test('the same answer twice is one; who keeps it may still be refunded, and a refund is final', async () => {
  await buy(anna!)
  await move()
  await reply(anna!, 'keep')
  await reply(anna!, 'keep')
  const both = await Promise.all([reply(anna!, 'refund'), reply(anna!, 'refund')])
  expect(both.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  expect((await refundsOf()).length).toBe(1)
  expect(await codeOf(reply(anna!, 'keep'))).toBe('move_answered')
  expect(await answers()).toMatchObject({ counts: { refund: 1 } })
})

test('after the day nobody answers any more, and the ticket is kept', async () => {
  await buy(anna!)
  await move()
  await app.database.sql(`update event_moves set keep_until = portal_now() - interval '1 minute' where event_id = $1`, [
    camp.id,
  ])
  expect(await codeOf(reply(anna!, 'refund'))).toBe('move_answer_late')
  expect(await ticketOf(anna!)).toMatchObject({ status: 'valid', moved: { isOver: true, answer: null } })
  expect(await refundsOf()).toEqual([])
})

test('only the buyer answers for a paid ticket, and the holder for a free one', async () => {
  await buy(anna!)
  await prepare(app, bo!, [{ memberId: bo!.memberId, event: camp, category: 'free' }])
  await move()
  const { id } = await ticketOf(anna!)
  expect(await codeOf(app.call(moveAnswers.ofTicket, { entryId: id, answer: 'refund' }, as(bo)))).toBe('not_found')
  expect(await reply(bo!, 'refund')).toMatchObject({ status: 'cancelled' })
  expect(await refundsOf()).toEqual([])
})

test('whoever buys after the move is not asked', async () => {
  await buy(anna!)
  await move()
  await buy(bo!)
  expect((await ticketOf(bo!)).moved).toBeUndefined()
  expect(await codeOf(reply(bo!, 'refund'))).toBe('not_found')
})

const back = { startsAt: '2049-06-01T10:00', endsAt: '2049-06-01T14:00' }

test('back where it was within the pause, only whoever bought in between is asked, from where they bought', async () => {
  await buy(anna!)
  await save({ ...nextWeek, keepUntil: '2049-06-05' })
  await buy(bo!)
  await save({ ...back, keepUntil: '2049-05-20' })
  await pauseOver()
  expect((await ticketOf(anna!)).moved).toBeUndefined()
  expect(await codeOf(reply(anna!, 'refund'))).toBe('not_found')
  expect((await ticketOf(bo!)).moved).toMatchObject({ was: expect.stringContaining('8 June 2049') })
  const [last] = await app.database.sql<{ id: string }>('select id from event_moves where event_id = $1', [camp.id])
  const token = moveToken(app.context.secrets, { moveId: last!.id, memberId: bo!.memberId })
  const question = await app.call(moveAnswers.show, { token })
  expect([question.was, question.is]).toEqual([
    expect.stringMatching(/ 8\.? jun/i),
    expect.stringMatching(/ 1\.? jun/i),
  ])
  expect((await answers()).people).toHaveLength(1)
})

test('saved again within the pause, the words and the question of the first save stay', async () => {
  await buy(anna!)
  await save({ ...nextWeek, keepUntil: '2049-06-05', moveText: { da: 'Stormen kom.', en: 'The storm came.' } })
  await save({ startsAt: '2049-06-09T10:00', endsAt: '2049-06-09T14:00', keepUntil: '2049-06-06' })
  await save({ place: { da: ' Klubhuset' } })
  await pauseOver()
  expect((await ticketOf(anna!)).moved).toMatchObject({
    text: 'The storm came.',
    until: expect.stringContaining('2049-06-06'),
    was: expect.stringContaining('1 June 2049'),
  })
})

test('back where it was without a word to the guests, nobody is asked', async () => {
  await buy(anna!)
  await save({ ...nextWeek, keepUntil: '2049-06-05' })
  await save({ ...back, tellGuests: false })
  await pauseOver()
  expect((await ticketOf(anna!)).moved).toBeUndefined()
  expect(await codeOf(answers())).toBe('not_found')
})

test('moved back once guests know, the question names the last place it was at, and no late mail the one before', async () => {
  await buy(anna!)
  await move()
  await save(back)
  await pauseOver()
  expect((await ticketOf(anna!)).moved).toMatchObject({ was: expect.stringContaining('8 June 2049') })
  const question = await app.call(moveAnswers.show, { token: await tokenOf('anna@example.com') })
  expect([question.was, question.is]).toEqual([
    expect.stringMatching(/ 8\.? jun/i),
    expect.stringMatching(/ 1\.? jun/i),
  ])
  const mails = await app.database.sql<{ data: object }>(
    `select messages.data from messages join event_changes on event_changes.id::text = data ->> 'changeId'
     where template = 'event-moved' and event_id = $1 order by messages.id`,
    [camp.id],
  )
  expect(mails).toHaveLength(2)
  const { mails: templates } = messagesOf(app.context)
  const written = mails.map(({ data }) => templates['event-moved'](data as never))
  expect(await Promise.all(written)).toEqual([null, expect.objectContaining({ subject: expect.any(String) })])
})

test('nobody is asked about a ticket that is used', async () => {
  await buy(anna!)
  await move()
  const token = await tokenOf('anna@example.com')
  await app.database.sql('update event_entries set present_at = portal_now() where event_id = $1', [camp.id])
  expect((await ticketOf(anna!)).moved).toBeUndefined()
  expect((await app.call(moveAnswers.show, { token })).tickets).toEqual([])
})

test('without a day guests are notified, and not asked', async () => {
  await buy(anna!)
  await save(nextWeek)
  await pauseOver()
  expect((await ticketOf(anna!)).moved).toBeUndefined()
  expect(await answers()).toMatchObject({ until: null })
})

test('guests are notified of a small change only if the office ticks it', async () => {
  await buy(anna!)
  const later = { startsAt: '2049-06-01T10:30', endsAt: '2049-06-01T14:30' }
  await save({ ...later, tellGuests: true, moveText: { da: 'En halv time senere.' } })
  await pauseOver()
  const [mail] = (await mailsTo(app, 'anna@example.com')).filter(({ text }) => text.includes('En halv time senere.'))
  expect(mail!.text).toMatch(/10[.:]30/)
  expect(mail!.text).not.toContain('/moved?token=')
})

const bad: [string, Changes, object[] | 'saved'][] = [
  [
    'into the past',
    { startsAt: '2020-06-01T10:00', endsAt: '2020-06-01T14:00' },
    [{ path: 'startsAt', message: 'moved_to_past' }],
  ],
  [
    'with an answer yesterday',
    { ...nextWeek, keepUntil: '2020-01-01' },
    [{ path: 'keepUntil', message: 'keep_until_past' }],
  ],
  [
    'with an answer after the start',
    { ...nextWeek, keepUntil: '2049-06-09' },
    [{ path: 'keepUntil', message: 'keep_until_late' }],
  ],
  ['with an answer on the day before', { ...nextWeek, keepUntil: '2049-06-07' }, 'saved'],
]
test.each(bad)('moved %s: a sentence beside the field, and nothing is changed', async (_, changes, faults) => {
  await buy(anna!)
  const before = (await app.call(officeEvents.item, which(), as())).fields.startsAt
  // An event in the past is over before it is public, too.
  expect(await faultOf(save(changes))).toEqual(faults === 'saved' ? faults : expect.arrayContaining(faults))
  const { fields } = await app.call(officeEvents.item, which(), as())
  expect(fields.startsAt).toBe(faults === 'saved' ? changes.startsAt : before)
})

test('after the first came the event moves no more, and its text can still be changed', async () => {
  await buy(anna!)
  await app.database.sql('update event_entries set present_at = portal_now() where event_id = $1', [camp.id])
  expect(await faultOf(save(nextWeek))).toEqual([{ path: 'startsAt', message: 'guests_have_come' }])
  expect(await faultOf(save({ description: { da: 'Husk støvler.' } }))).toBe('saved')
})
