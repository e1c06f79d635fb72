import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversations/answers.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import type { Input } from '#contract/endpoint.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered, asked, attached, newestIn } from '#server/testing/builders/conversation-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let roklub: Club
let tennis: Club
let [anna, bo, admin, colleague, foreign]: Person[] = []
let question: Conversation
beforeAll(async () => {
  app = await sharedApp()
  roklub = await buildClub(app, { key: 'ROKLUB' })
  tennis = await buildClub(app, { key: 'TENNIS' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
  colleague = await signedIn(app, 'all-clubs@example.com')
  foreign = await signedIn(app, 'admin@tennis.example')
})
beforeEach(async () => {
  await app.database.sql('truncate rate_windows, notifications, messages')
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  question = await asked(app, roklub, anna!)
})

const which = () => ({ orgId: roklub.id, threadId: question.thread.id })
const lastOf = ({ messages }: { messages: readonly { id: string }[] }) => messages.at(-1)!.id
type Changes = Partial<Input<typeof officeConversations.answer>>
const words = (more: Changes) => ({
  ...which(),
  text: 'Yes, it is.',
  token: newToken(),
  lastSeen: lastOf(question),
  ...more,
})
const ask = (person: Person, more: Changes = {}) =>
  app.call(officeConversations.answer, words(more), { as: person.token })
/** With its minute over. */
const answer = (person: Person, more: Changes = {}) => answered(app, person, words(more))
const writeOn = (text = 'And on Sunday?') =>
  app.call(conversations.write, { threadId: question.thread.id, text, token: newToken() }, { as: anna!.token })
const seenByAnna = () => app.call(conversations.show, { threadId: question.thread.id }, { as: anna!.token })
const inOffice = (person = admin!) => app.call(officeConversations.showInOffice, which(), { as: person.token })
const mails = () => app.database.sql('select template, member_id from messages where template <> $1', ['contact-asked'])

test('an answer comes from the club: the asker is notified once, and sees a first name', async () => {
  const rung = async (person: Person) => (await app.call(notifications.bell, {}, { as: person.token })).count
  expect(await rung(admin!)).toBe(1)
  const shown = await answer(admin!)
  expect(shown.thread).toMatchObject({ state: 'answered', answeredBy: 'Rikke', unread: 0, preview: 'Yes, it is.' })
  const own = await seenByAnna()
  expect(own.thread).toMatchObject({ state: 'answered', unread: 1 })
  expect(own.messages.at(-1)).toMatchObject({ from: 'club', author: 'Rikke', text: 'Yes, it is.' })
  const bell = await app.call(notifications.bell, {}, { as: anna!.token })
  expect(bell.newest).toMatchObject([
    { type: 'CONTACT_US_REPLY', messageThreadId: question.thread.id, data: { org: 'ROKLUB' } },
  ])
  expect(await mails()).toEqual([{ template: 'contact-answered', member_id: anna!.memberId }])
  // The one who answered has read the thread; a colleague of ALL has no notification of it.
  expect([await rung(admin!), await rung(colleague!)]).toEqual([0, 0])
})

test('an answer sent twice, or five times at once, is stored once', async () => {
  const token = newToken()
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(admin!, { token })))
  expect(new Set(answers.map(({ unsent }) => unsent!.id)).size).toBe(1)
  expect((await answer(admin!, { token })).messages).toHaveLength(2)
  expect((await answer(admin!, { token, text: 'Something else' })).messages).toHaveLength(2)
  expect(await mails()).toHaveLength(1)
})

test('of two colleagues who answer at once, one has to read first', async () => {
  for (let round = 0; round < 8; round++) {
    question = await asked(app, roklub, anna!)
    const outcomes = await Promise.all([codeOf(ask(admin!)), codeOf(ask(colleague!))])
    expect(outcomes.toSorted()).toEqual(['answer_waiting', 'ok'])
    await carryOut(app)
    expect((await seenByAnna()).messages).toHaveLength(2)
    await app.database.sql('truncate rate_windows')
  }
})

test('an answer and the other one that follows it within a minute: the second waits for the first', async () => {
  await ask(admin!)
  expect(await codeOf(ask(admin!, { text: 'And on Sunday.' }))).toBe('answer_waiting')
  await carryOut(app)
  expect(await codeOf(ask(colleague!))).toBe('answered_meanwhile')
  expect(await codeOf(ask(admin!, { text: 'And on Sunday.' }))).toBe('ok')
  await carryOut(app)
  expect((await seenByAnna()).messages).toHaveLength(3)
})

test("an admin who has not seen the asker's new message has to read it, and the thread stays open", async () => {
  const more = await writeOn()
  expect(await codeOf(answer(admin!))).toBe('answered_meanwhile')
  expect((await inOffice()).thread.state).toBe('open')
  // The end of another thread says nothing about this one.
  const other = await asked(app, roklub, bo!)
  for (const lastSeen of [newId(), lastOf(other)]) {
    expect(await codeOf(answer(admin!, { lastSeen }))).toBe('answered_meanwhile')
  }
  expect(await codeOf(answer(admin!, { lastSeen: lastOf(more) }))).toBe('ok')
  // One's own answers are no news.
  expect(await codeOf(answer(admin!, { lastSeen: lastOf(more) }))).toBe('ok')
  expect(await codeOf(answer(colleague!, { lastSeen: lastOf(more) }))).toBe('answered_meanwhile')
})

test('an answer and a question that cross leave the thread open', async () => {
  for (let round = 0; round < 8; round++) {
    question = await asked(app, roklub, anna!)
    await ask(admin!, { close: true })
    await Promise.all([carryOut(app), writeOn()])
    const { thread, messages, unsent } = await inOffice()
    expect(thread.state).toBe('open')
    const sent = unsent === null
    expect(messages.map(({ from }) => from)).toEqual(sent ? ['asker', 'club', 'asker'] : ['asker', 'asker'])
    expect(sent || unsent.refusal).toBe(sent || 'answered_meanwhile')
    await app.database.sql('truncate rate_windows')
  }
})

test('an answered thread is unread for no colleague until the asker writes again', async () => {
  const bells = () =>
    app.database.sql(`select type, read from notifications where receiver_id = $1 order by created_at, id`, [
      bo!.memberId,
    ])
  await app.database.sql('insert into organisation_admins (org_id, member_id) values ($1, $2)', [
    roklub.id,
    bo!.memberId,
  ])
  await writeOn()
  await answer(admin!, { lastSeen: await newestIn(app, question.thread.id) })
  expect(await bells()).toEqual([{ type: 'CONTACT_US', read: true }])
  await writeOn('One more')
  expect(await bells()).toMatchObject([{ read: true }, { read: false }])
  const lastSeen = await newestIn(app, question.thread.id)
  await app.call(officeConversations.setState, { ...which(), state: 'closed', lastSeen }, { as: admin!.token })
  expect(await bells()).toMatchObject([{ read: true }, { read: true }])
  // The asker's own news is theirs to read.
  expect((await app.call(notifications.bell, {}, { as: anna!.token })).count).toBe(1)
  await app.database.sql('delete from organisation_admins where member_id = $1', [bo!.memberId])
})

test('closing and reopening by the office and the asker records who did it', async () => {
  const setState = async (state: 'open' | 'answered' | 'closed', lastSeen?: string) => {
    const seen = lastSeen ?? (await newestIn(app, question.thread.id))
    return app.call(officeConversations.setState, { ...which(), state, lastSeen: seen }, { as: admin!.token })
  }
  expect((await answer(admin!, { close: true })).thread.state).toBe('closed')
  expect((await writeOn()).thread.state).toBe('open')
  // Unseen threads are not put away; a thread may wait again whatever was seen.
  for (const state of ['answered', 'closed'] as const)
    for (const seen of [lastOf(question), newId()])
      expect(await codeOf(setState(state, seen))).toBe('answered_meanwhile')
  expect((await setState('open', lastOf(question))).state).toBe('open')
  expect((await setState('answered')).state).toBe('answered')
  expect((await setState('closed')).state).toBe('closed')
  expect((await setState('closed')).state).toBe('closed')
  expect((await setState('open')).state).toBe('open')
  const steps = await app.database.sql(
    `select to_status, cause, actor_id from status_changes where thing = 'threads' and thing_id = $1 order by id`,
    [question.thread.id],
  )
  expect(steps).toEqual([
    { to_status: 'answered', cause: 'answered', actor_id: admin!.memberId },
    { to_status: 'closed', cause: 'closed by the office', actor_id: admin!.memberId },
    { to_status: 'open', cause: 'asked', actor_id: anna!.memberId },
    { to_status: 'answered', cause: 'set by the office', actor_id: admin!.memberId },
    { to_status: 'closed', cause: 'set by the office', actor_id: admin!.memberId },
    { to_status: 'open', cause: 'set by the office', actor_id: admin!.memberId },
  ])
})

test('each admin has their own unread state', async () => {
  const unread = async (person: Person) => (await inOffice(person)).thread.unread
  expect([await unread(admin!), await unread(colleague!)]).toEqual([1, 1])
  const read = { ...which(), upTo: lastOf(question) }
  await app.call(officeConversations.markReadInOffice, read, { as: admin!.token })
  expect([await unread(admin!), await unread(colleague!)]).toEqual([0, 1])
  await writeOn()
  expect(await unread(admin!)).toBe(1)
  const other = await asked(app, roklub, bo!)
  const foreignMessage = { ...which(), upTo: lastOf(other) }
  expect(await codeOf(app.call(officeConversations.markReadInOffice, foreignMessage, { as: admin!.token }))).toBe(
    'thread_not_found',
  )
})

test("another club's admin sees and does nothing, under either club's id", async () => {
  const file = await attached(app, anna!)
  const more = { threadId: question.thread.id, text: 'See', token: newToken(), attachmentIds: [file.id] }
  await app.call(conversations.write, more, { as: anna!.token })
  const note = await app.call(
    officeConversations.addNote,
    { ...which(), text: 'Owes us an oar', token: newToken() },
    { as: admin!.token },
  )
  const outcomesUnder = async (orgId: string) => {
    const thread = { orgId, threadId: question.thread.id }
    const written = { ...thread, text: 'Hello', token: newToken() }
    const as = { as: foreign!.token }
    const calls = [
      app.call(officeConversations.showInOffice, thread, as),
      app.call(officeConversations.card, thread, as),
      app.call(officeConversations.answer, { ...written, lastSeen: lastOf(question) }, as),
      app.call(officeConversations.stopAnswer, { ...thread, actionId: newId() }, as),
      app.call(officeConversations.setState, { ...thread, state: 'closed', lastSeen: lastOf(question) }, as),
      app.call(officeConversations.markReadInOffice, { ...thread, upTo: lastOf(question) }, as),
      app.call(officeConversations.addNote, written, as),
      app.call(officeConversations.removeNote, { ...thread, noteId: note.id }, as),
    ]
    return new Set(await Promise.all(calls.map(codeOf)))
  }
  expect(await outcomesUnder(roklub.id)).toEqual(new Set(['forbidden']))
  expect(await outcomesUnder(tennis.id)).toEqual(new Set(['thread_not_found']))
  const listed = await app.call(officeConversations.inbox, { orgId: tennis.id, q: 'scull' }, { as: foreign!.token })
  expect(listed).toEqual({ threads: [], next: null, counts: { open: 0, answered: 0, closed: 0 } })
  expect((await app.call(officeConversations.offices, {}, { as: foreign!.token })).map(({ club }) => club.key)).toEqual(
    ['TENNIS'],
  )
  expect((await inOffice()).messages).toHaveLength(2)
})
