import { afterEach, beforeAll, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import type { Note } from '#contract/conversations/notes.ts'
import { notes } from '#contract/conversations/notes.ts'
import { newToken } from '#server/database/new-id.ts'
import { workOf } from '#server/schedule.ts'
import { linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
})
afterEach(() => app.database.sql('truncate notes, rate_windows'))

const list = (of = anna) => app.call(notes.list, {}, { as: of.token })
const add = (text: string, of = anna, token = newToken()) => app.call(notes.add, { text, token }, { as: of.token })
const remove = ({ id }: Note, of = anna) => app.call(notes.remove, { noteId: id }, { as: of.token })
const restore = ({ id }: Note, of = anna) => app.call(notes.restore, { noteId: id }, { as: of.token })
const change = ({ id, ...note }: Note, to: Partial<Pick<Note, 'text' | 'done'>>, of = anna) =>
  app.call(notes.change, { noteId: id, ...note, ...to }, { as: of.token })
const fill = (count: number) =>
  app.database.sql(
    `insert into notes (id, member_id, text) select portal_new_id(), $1, 'No ' || n from generate_series(1, $2::int) n`,
    [anna.memberId, count],
  )

test('open notes come first, then the newest; done ones last', async () => {
  const oar = await add('Buy an oar')
  const boat = await add('  Paint the boat\nwith Bo  ')
  expect(boat).toMatchObject({ text: 'Paint the boat\nwith Bo', done: false, version: 1 })
  const rope = await add('Find the rope')
  expect((await list()).map(({ id }) => id)).toEqual([rope.id, boat.id, oar.id])
  expect(await change(rope, { done: true })).toMatchObject({ text: 'Find the rope', done: true, version: 2 })
  expect((await list()).map(({ id }) => id)).toEqual([boat.id, oar.id, rope.id])
})

test("a change in one tab does not overwrite another tab's; sent twice it is made once", async () => {
  const note = await add('Call the club')
  const changed = await change(note, { text: 'Call ROKLUB' })
  expect(await change(note, { text: 'Call ROKLUB' })).toEqual(changed)
  expect(await codeOf(change(note, { text: 'Write to the club' }))).toBe('note_changed')
  expect(await codeOf(change(note, { done: true }))).toBe('note_changed')
  expect(await list()).toEqual([changed])

  const both = await Promise.all([codeOf(change(changed, { text: 'This' })), codeOf(change(changed, { text: 'That' }))])
  expect(both.toSorted()).toEqual(['note_changed', 'ok'])
})

test("a note sent twice is one note, even after changes; somebody else's token is another note", async () => {
  const token = newToken()
  const [first, again] = await Promise.all([add('Buy an oar', anna, token), add('Buy an oar', anna, token)])
  expect(again).toEqual(first)
  const changed = await change(first, { text: 'Buy two' })
  await fill(199)
  expect(await add('Buy an oar', anna, token)).toEqual(changed)
  await remove(changed)
  expect((await add('Buy an oar', anna, token)).id).toBe(changed.id)
  expect(await list()).toHaveLength(199)
  expect((await add('Buy an oar', bo, token)).id).not.toBe(changed.id)
})

test('a deleted note can be restored for a day, and is then gone for good', async () => {
  const note = await add('Soon gone')
  await remove(note)
  expect(await list()).toEqual([])
  expect(await codeOf(remove(note))).toBe('not_found')
  expect(await codeOf(change(note, { done: true }))).toBe('not_found')
  expect(await restore(note)).toEqual(note)
  expect(await restore(note)).toEqual(note)

  const late = await add('Gone')
  await remove(note)
  await app.moveClock('23 hours 59 minutes')
  await remove(late)
  const tidy = workOf(app.context).recurring.find(({ name }) => name === 'notes.delete-old')!
  await tidy.run()
  expect(await restore(note)).toEqual(note)
  await remove(note)
  await app.moveClock('24 hours')
  expect(await codeOf(restore(late))).toBe('not_found')
  await tidy.run()
  expect(await app.database.sql('select id from notes')).toEqual([])
})

test('at most 200 notes, however many tabs add or restore at once', async () => {
  await fill(199)
  const added = await Promise.all(['one', 'two', 'three', 'four'].map((text) => codeOf(add(text))))
  expect(added.toSorted()).toEqual(['ok', 'too_many_notes', 'too_many_notes', 'too_many_notes'])
  const [first] = await list()
  await remove(first!)
  await add('In its place')
  expect(await codeOf(restore(first!))).toBe('too_many_notes')
  expect(await list()).toHaveLength(200)
  expect(await codeOf(add('Of somebody else', bo))).toBe('ok')
})

test('at most 200 deleted notes are kept, the newest', async () => {
  const first = await add('First')
  await remove(first)
  await app.database.sql(
    `insert into notes (id, member_id, text, deleted_at) select portal_new_id(), $1, 'Old', portal_now() from generate_series(1, 199) n`,
    [anna.memberId],
  )
  const last = await add('Last')
  await remove(last)
  expect(await app.database.sql('select from notes')).toHaveLength(200)
  expect([await codeOf(restore(first)), await codeOf(restore(last))]).toEqual(['not_found', 'ok'])
})

test('nobody else sees or changes them: no relative, no admin, no impersonator', async () => {
  await linkedTo(app, anna, bo, 'approved')
  const note = await add('Mine alone')
  const superAdmin = await signedIn(app, 'super@example.com')
  await app.call(acting.impersonate, { memberId: anna.memberId }, { as: superAdmin.token })
  const others: [Person, Record<string, string>][] = [
    [bo, {}],
    [bo, { 'acting-for': anna.memberId }],
    [await signedIn(app, 'admin@roklub.example'), { orgkey: 'ALL' }],
    [superAdmin, { 'acting-for': anna.memberId }],
  ]
  for (const [{ token: as }, headers] of others) {
    const options = { as, headers }
    expect(await app.call(notes.list, {}, options)).toEqual([])
    const { id: noteId, text, done, version } = note
    expect(await codeOf(app.call(notes.change, { noteId, text, done: !done, version }, options))).toBe('not_found')
    expect(await codeOf(app.call(notes.remove, { noteId }, options))).toBe('not_found')
    expect(await codeOf(app.call(notes.restore, { noteId }, options))).toBe('not_found')
    const own = await app.call(notes.add, { text: 'My own', token: newToken() }, options)
    expect(await app.call(notes.list, {}, options)).toEqual([own])
    await app.call(notes.remove, { noteId: own.id }, options)
  }
  expect(await list()).toEqual([note])
})

test('a note is plain text, never empty, too long or with control characters', async () => {
  const texts = Object.values(hostileTexts).filter((text) => text.length <= 2000 && !/(?![\n\r\t])\p{Cc}/u.test(text))
  expect(texts.length).toBeGreaterThan(3)
  for (const text of texts) expect((await add(text)).text).toBe(text.trim())
  for (const text of ['', '  \n ', 'x'.repeat(2001), 'a\u0000b', 'a\u001bb'])
    expect(await codeOf(add(text))).toBe('invalid_input')
})
