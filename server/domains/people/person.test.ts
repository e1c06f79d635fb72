import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Output } from '#contract/endpoint.ts'
import { members } from '#contract/members/members.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { officeToday } from '#contract/office/today.ts'
import { personNotes } from '#contract/people/notes.ts'
import { personTimeline, type TimelineKind } from '#contract/people/timeline.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { newId } from '#server/database/new-id.ts'
import { profile } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

const today = copenhagenDate(new Date())

let app: TestApp
let club: Club
let other: Club
let anna: Person
let chair: Person
let stranger: Person

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  chair = await signedIn(app, 'erik@example.com')
  stranger = await signedIn(app, 'dan@example.com')
  club = await buildClub(app)
  other = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
  await grantOffice(app, other, stranger, ['chair'])
  await buy(app, anna, club)
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const whose = () => ({ orgId: club.id, memberId: anna.memberId })
const as = ({ token }: Person) => ({ as: token })
const fields = { kind: 'call', text: 'She wants to row in the eight.', followUpOn: null } as const

describe('notes', () => {
  test('are the office of one club’s, and its history says that there was one, never its words', async () => {
    const note = await app.call(personNotes.add, { ...whose(), ...fields }, as(chair))
    expect(note).toMatchObject({ ...fields, version: 1, doneAt: null, author: 'Erik Lund' })
    // Sent again after a lost answer.
    expect(await app.call(personNotes.add, { ...whose(), ...fields }, as(chair))).toEqual(note)
    const { notes, total } = await app.call(personNotes.list, whose(), as(chair))
    expect({ notes, total }).toEqual({ notes: [note], total: 1 })

    const theirs = { ...whose(), orgId: other.id }
    expect(await codeOf(app.call(personNotes.list, theirs, as(stranger)))).toBe('not_found')
    expect(await codeOf(app.call(personNotes.remove, { ...theirs, clubNoteId: note.id }, as(stranger)))).toBe(
      'not_found',
    )
    expect(await codeOf(app.call(personNotes.list, whose(), as(stranger)))).toBe('forbidden')

    await app.call(personNotes.remove, { ...whose(), clubNoteId: note.id }, as(chair))
    const { entries } = await app.call(officeHistory.ofPerson, whose(), as(chair))
    expect(entries.map(({ name }) => name)).toEqual(['person_note_removed', 'person_note_added'])
    expect(JSON.stringify(entries)).not.toContain('eight')
  })

  test('two people who save one: the second sees what the first wrote', async () => {
    const { id: clubNoteId } = await app.call(personNotes.add, { ...whose(), ...fields }, as(chair))
    const save = (text: string) =>
      app.call(personNotes.save, { ...whose(), ...fields, clubNoteId, version: 1, text }, as(chair))
    const answers = await Promise.allSettled([save('First'), save('Second')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [won, lost] = [
      answers.find((one) => one.status === 'fulfilled')!,
      answers.find((one) => one.status === 'rejected')!,
    ]
    expect(lost).toMatchObject({
      reason: {
        code: 'changed_meanwhile',
        body: { data: { current: { text: (won as { value: { text: string } }).value.text, version: 2 } } },
      },
    })
  })

  test('a follow-up is on the office’s first page from its day until it is done', async () => {
    const due = { ...whose(), ...fields, followUpOn: today }
    const { id } = await app.call(personNotes.add, due, as(chair))
    await app.call(personNotes.add, { ...due, followUpOn: addDays(today, 1) }, as(chair))
    const followUps = async () => (await app.call(officeToday.show, { orgId: club.id }, as(chair))).followUps
    expect(await followUps()).toEqual({
      count: 1,
      people: [{ memberId: anna.memberId, name: 'Anna Holm' }],
      dueSince: today,
    })
    const mark = (done: boolean) => app.call(personNotes.mark, { ...whose(), clubNoteId: id, done }, as(chair))
    expect((await mark(true)).doneAt).not.toBeNull()
    const again = await mark(true)
    expect(again.version).toBe(2)
    expect(await followUps()).toBeNull()
    // Another day is another follow-up.
    const moved = { ...due, clubNoteId: id, version: 2, followUpOn: addDays(today, -3) }
    expect((await app.call(personNotes.save, moved, as(chair))).doneAt).toBeNull()
    expect(await followUps()).toMatchObject({ count: 1, dueSince: addDays(today, -3) })
  })

  test('the comments of the specification are one of them, whichever version writes', async () => {
    const read = async () =>
      (
        await app.database.sql<{ text: string }>('select text from club_notes where is_comment and member_id = $1', [
          anna.memberId,
        ])
      ).map(({ text }) => text)
    const before = () =>
      app.database.sql<{ text: string }>('select text from member_comments where member_id = $1 and org_id = $2', [
        anna.memberId,
        club.id,
      ])
    const write = (comments: string) =>
      app.call(members.update, { ...profile(anna.memberId, ''), gender: '', comments }, as(chair))
    await write('Often late')
    expect([await read(), await before()]).toEqual([['Often late'], [{ text: 'Often late' }]])
    // As the version before writes it.
    await app.database.sql('update member_comments set text = $1 where member_id = $2', ['Never late', anna.memberId])
    expect(await read()).toEqual(['Never late'])
    expect((await app.call(members.byEmail, { email: 'anna@example.com' }, as(chair))).comments).toBe('Never late')
    await write('')
    expect([await read(), await before()]).toEqual([[], []])
  })
})

describe('the timeline', () => {
  const kindsOf = async (who: Person, kind?: TimelineKind) => {
    const { entries, kinds } = await app.call(personTimeline.list, { ...whose(), ...(kind && { kind }) }, as(who))
    return { shown: [...new Set(entries.map((one) => one.kind))].toSorted(), kinds, entries }
  }

  test('has what was bought, paid, written and done; money and conversations only with their rights', async () => {
    await app.call(personNotes.add, { ...whose(), ...fields }, as(chair))
    await app.database.sql(
      `insert into threads (id, org_id, member_id, subject) values ($1, $2, $3, 'A boat'), ($4, $5, $3, 'Of the other club')`,
      [newId(), club.id, anna.memberId, newId(), other.id],
    )
    const { shown, entries } = await kindsOf(chair)
    expect(shown).toEqual(['membership', 'message', 'note', 'order', 'payment', 'thread'])
    expect(entries.find(({ kind }) => kind === 'payment')).toMatchObject({
      state: 'captured',
      amount: { minor: club.season.total, currency: 'DKK' },
    })
    expect(entries.filter(({ kind }) => kind === 'thread').map(({ title }) => title)).toEqual(['A boat'])
    expect((await kindsOf(chair, 'order')).shown).toEqual(['order'])

    const secretary = await signedIn(app, 'bo@example.com')
    await grantOffice(app, club, secretary, ['secretary'])
    const seen = await kindsOf(secretary)
    expect(seen.shown).not.toContain('payment')
    expect(seen.kinds).not.toContain('order')
    expect(JSON.stringify(seen.entries)).not.toContain(String(club.season.total))
    expect((await kindsOf(secretary, 'payment')).shown).toEqual([])
    expect(await codeOf(app.call(personTimeline.list, { ...whose(), orgId: other.id }, as(stranger)))).toBe('not_found')
  })

  test('an event is on its days where it is, and one until midnight on the day before', async () => {
    const until = (startsAt: string, endsAt: string, timeZone: string) =>
      buildEvent(app, club, { startsAt: new Date(startsAt), endsAt: new Date(endsAt), timeZone })
    const events = [
      await until('2049-07-05T16:00:00Z', '2049-07-05T22:00:00Z', 'Europe/Copenhagen'),
      await until('2049-07-05T22:00:00Z', '2049-07-06T03:00:00Z', 'America/New_York'),
    ]
    for (const event of events) await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }] })
    const { entries } = await kindsOf(chair, 'event')
    const day = { startDate: '2049-07-05', endDate: '2049-07-05' }
    expect(entries.map(({ days }) => days)).toEqual([day, day])
  })

  test('thousands of entries come in pages without one twice or left out', async () => {
    await app.database.sql(
      `insert into club_notes (id, org_id, member_id, text, created_at)
       select portal_new_id(), $1, $2, 'Note ' || n, portal_now() - make_interval(mins => n / 3) from generate_series(1, 3000) n`,
      [club.id, anna.memberId],
    )
    const seen = new Set<string>()
    let after: string | null = null
    let last = '9999'
    let count = 0
    for (let page = 0; page < 5; page++) {
      const answer: Output<typeof personTimeline.list> = await app.call(
        personTimeline.list,
        { ...whose(), ...(after && { after }) },
        as(chair),
      )
      for (const { id, at } of answer.entries) {
        seen.add(id)
        expect(at <= last).toBe(true)
        last = at
        count++
      }
      after = answer.next
    }
    expect([seen.size, count]).toEqual([250, 250])
    const [{ total } = { total: 0 }] = await app.database.sql<{ total: number }>(
      `select count(*)::int as total from club_notes where member_id = $1 and created_at > (select created_at from club_notes where id = $2)`,
      [anna.memberId, [...seen].at(-1)],
    )
    expect(total).toBeLessThan(250)
  })
})
