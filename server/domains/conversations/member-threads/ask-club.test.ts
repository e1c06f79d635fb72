import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { askClub, forgetRates } from '#server/testing/asking.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered } from '#server/testing/builders/conversation-builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let other: Club
let anna: Person
let bo: Person
let rikke: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  other = await buildClub(app, { key: 'TENNIS' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  rikke = await signedIn(app, 'admin@roklub.example')
  await signedIn(app, 'admin@tennis.example')
})
beforeEach(() => forgetRates(app))

const list = ({ token }: Person, before?: string) =>
  app.call(conversations.list, before ? { before } : {}, { as: token })
const show = ({ token }: Person, threadId: string, before?: string) =>
  app.call(conversations.show, { threadId, ...(before ? { before } : {}) }, { as: token })
const write = ({ token: as }: Person, threadId: string, text = 'And a key?', token = newToken()) =>
  app.call(conversations.write, { threadId, text, token }, { as })
const answer = (threadId: string, lastSeen: string, text = 'Yes, place 12.') =>
  answered(app, rikke, { orgId: club.id, threadId, text, token: newToken(), lastSeen })
const countOf = async (table: string) =>
  (await app.database.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count

describe('asking', () => {
  test('starts a thread with the text as it was typed', async () => {
    const text = 'Hello,\n\n  is there a boat place?\tBest, Anna'
    const asked = await askClub(app, anna, club, { text })
    expect(asked).toMatchObject({
      thread: {
        club: { id: club.id, key: 'ROKLUB', name: 'Club ROKLUB' },
        subject: 'A boat place',
        state: 'open',
        topic: null,
        preview: 'Hello, is there a boat place? Best, Anna',
        unread: 0,
      },
      messages: [{ from: 'asker', author: 'Anna Holm', text, attachments: [] }],
      before: null,
    })
    expect(await show(anna, asked.thread.id)).toEqual(asked)
    expect((await list(anna)).threads[0]).toEqual(asked.thread)
  })

  test("ten times with one token asks once; somebody else's same token is another question", async () => {
    const token = newToken()
    const before = await countOf('thread_messages')
    const asked = await Promise.all(Array.from({ length: 10 }, () => askClub(app, anna, club, { token })))
    expect(new Set(asked.map(({ thread }) => thread.id)).size).toBe(1)
    const bos = await askClub(app, bo, club, { token })
    expect(bos.messages[0]!.author).toBe('Bo Holm')
    expect(await countOf('thread_messages')).toBe(before + 2)
    const notified = await app.database.sql(`select 1 from notifications where message_thread_id = $1`, [
      asked[0]!.thread.id,
    ])
    expect(notified).toHaveLength(1)
  })

  test('names an event or membership of that club, and drops any other', async () => {
    const event = await buildEvent(app, club, { title: 'Autumn regatta' })
    const topicOf = async (kind: 'event' | 'membership', id: string) =>
      (await askClub(app, anna, club, { topic: { kind, id } })).thread.topic
    expect(await topicOf('event', event.id)).toEqual({ kind: 'event', id: event.id, title: 'Autumn regatta' })
    expect(await topicOf('membership', club.season.id)).toMatchObject({ title: expect.stringMatching(/^Adult/) })

    const early = await buildEvent(app, club, { title: 'Secret', publicFrom: new Date(Date.now() + 86_400_000) })
    const closed = await buildEvent(app, club, { title: 'Secret', enabled: false })
    const hidden = await buildSeason(app, club, { name: 'Secret', enabled: false })
    const foreign = await buildEvent(app, other, { title: 'Secret' })
    for (const { id } of [early, closed, foreign]) expect(await topicOf('event', id)).toBeNull()
    for (const { id } of [hidden, other.season]) expect(await topicOf('membership', id)).toBeNull()
    expect(await topicOf('membership', newId())).toBeNull()
  })

  test('a closed or unknown club is refused', async () => {
    const closed = await buildClub(app, { enabled: false })
    for (const id of [closed.id, newId()])
      expect(await codeOf(askClub(app, anna, { id }))).toBe('organisation_not_found')
  })

  test("with somebody else's or a deleted file sends nothing", async () => {
    const bytes = new TextEncoder().encode('A plan')
    const { id } = await app.call(conversations.attach, { name: 'plan.txt', bytes }, { as: bo.token })
    const own = await app.call(conversations.attach, { name: 'own.txt', bytes }, { as: anna.token })
    const before = await countOf('threads')
    for (const attachmentIds of [[id], [own.id, id], [newId()]])
      expect(await codeOf(askClub(app, anna, club, { attachmentIds }))).toBe('attachment_not_found')
    expect(await countOf('threads')).toBe(before)
    const { messages } = await askClub(app, anna, club, { attachmentIds: [own.id, own.id] })
    expect(messages[0]!.attachments).toEqual([
      { id: own.id, name: 'own.txt', contentType: 'text/plain; charset=utf-8', bytes: 6 },
    ])
    // Sent once, it goes with no other message.
    expect(await codeOf(askClub(app, anna, club, { attachmentIds: [own.id] }))).toBe('attachment_not_found')
  })

  test.each(Object.entries(hostileTexts))('%s is returned as it was typed, or refused', async (_, text) => {
    const refused = /[^\P{Cc}\n\r\t]/u.test(text)
    const asked = askClub(app, anna, club, { text })
    expect(await codeOf(asked)).toBe(refused ? 'invalid_input' : 'ok')
    if (!refused) expect((await asked).messages[0]!.text).toBe(text.trim())
    const subject = text.slice(0, 120)
    const isLine = !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)
    expect(await codeOf(askClub(app, anna, club, { subject }))).toBe(isLine ? 'ok' : 'invalid_input')
  })
})

describe('a thread', () => {
  test("is its asker's alone: anybody else gets not found", async () => {
    const { thread, messages } = await askClub(app, anna, club)
    const threadId = thread.id
    const upTo = messages[0]!.id
    const read = (as: string) => app.call(conversations.markRead, { threadId, upTo }, { as })
    for (const person of [bo, rikke]) {
      expect(await codeOf(show(person, threadId))).toBe('thread_not_found')
      expect(await codeOf(write(person, threadId))).toBe('thread_not_found')
      expect(await codeOf(read(person.token))).toBe('thread_not_found')
      expect((await list(person)).threads.map(({ id }) => id)).not.toContain(threadId)
    }
    // A message of another thread marks nothing.
    const { messages: others } = await askClub(app, anna, club)
    const foreign = { threadId, upTo: others[0]!.id }
    expect(await codeOf(app.call(conversations.markRead, foreign, { as: anna.token }))).toBe('thread_not_found')
  })

  test("shows answers under the club's name, and counts them until they are read", async () => {
    const { thread, messages } = await askClub(app, bo, club)
    const before = (await list(bo)).unread
    await answer(thread.id, messages[0]!.id)
    const shown = await show(bo, thread.id)
    expect(shown.thread).toMatchObject({ state: 'answered', unread: 1, preview: 'Yes, place 12.' })
    expect(shown.messages[1]).toMatchObject({ from: 'club', text: 'Yes, place 12.' })
    expect(shown.messages[1]!.author).not.toContain(' ')
    expect((await list(bo)).unread).toBe(before + 1)

    const read = (upTo: string) => app.call(conversations.markRead, { threadId: thread.id, upTo }, { as: bo.token })
    await read(shown.messages[1]!.id)
    // Earlier messages were read with it; reading them again changes nothing.
    await read(shown.messages[0]!.id)
    expect((await show(bo, thread.id)).thread.unread).toBe(0)
    expect((await list(bo)).unread).toBe(before)
    const bells = await app.database.sql<{ read: boolean; sender_id: string | null; type: string }>(
      'select read, sender_id, type from notifications where receiver_id = $1 and message_thread_id = $2',
      [bo.memberId, thread.id],
    )
    expect(bells).toEqual([{ read: true, sender_id: null, type: 'CONTACT_US_REPLY' }])
  })

  test('stores the same message from two tabs once, and keeps all others in order', async () => {
    const { thread } = await askClub(app, anna, club)
    const token = newToken()
    await Promise.all([
      ...Array.from({ length: 5 }, (_, at) => write(anna, thread.id, `Message ${at}`)),
      ...Array.from({ length: 4 }, () => write(anna, thread.id, 'Twice', token)),
    ])
    const { messages } = await show(anna, thread.id)
    expect(messages.filter(({ text }) => text === 'Twice')).toHaveLength(1)
    expect(messages).toHaveLength(7)
    const moments = messages.map(({ at }) => Date.parse(at))
    expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b))
  })

  test('pages its messages, newest first, without gaps', async () => {
    const { thread, messages } = await askClub(app, anna, club)
    await app.database.sql(
      `insert into thread_messages (id, thread_id, sender, author, text, token_hash, created_at)
       select gen_random_uuid(), $1, 'asker', 'Anna', n::text, 'page ' || n, $2::timestamptz + n * interval '1 second'
       from generate_series(1, 149) n`,
      [thread.id, messages[0]!.at],
    )
    const newest = await show(anna, thread.id)
    expect(newest.messages.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, at) => `${at + 50}`))
    const rest = await show(anna, thread.id, newest.before!)
    expect(rest.messages.slice(1).map(({ text }) => text)).toEqual(Array.from({ length: 49 }, (_, at) => `${at + 1}`))
    expect(rest.before).toBeNull()
  })
})

test('the list is paged, the latest message first', async () => {
  const carla = await signedIn(app, 'carla@example.com')
  for (let at = 0; at < 33; at++) {
    if (at % 15 === 0) await forgetRates(app)
    await askClub(app, carla, club, { subject: `Question ${at}` })
  }
  const first = await list(carla)
  expect(first.threads).toHaveLength(30)
  await write(carla, first.threads[29]!.id)
  const again = await list(carla)
  expect(again.threads[0]!.id).toBe(first.threads[29]!.id)
  const rest = await list(carla, again.next!)
  expect(rest.threads.map(({ subject }) => subject)).toEqual(['Question 2', 'Question 1', 'Question 0'])
  expect(rest.next).toBeNull()
  // Where a page ended stays where it is, whatever is written in that thread meanwhile.
  await forgetRates(app)
  await write(carla, again.threads[29]!.id)
  expect((await list(carla, again.next!)).threads).toEqual(rest.threads)
  // It says nothing of whose it was.
  const bos = (await list(bo, again.next!)).threads.map(({ id }) => id)
  expect(bos.filter((id) => [...again.threads, ...rest.threads].some((one) => one.id === id))).toEqual([])
})

test('the list can be limited to a club, and counts are given for each club', async () => {
  const dan = await signedIn(app, 'dan@example.com')
  const boats = await askClub(app, dan, club)
  const court = await askClub(app, dan, other, { subject: 'A court' })
  await askClub(app, dan, club, { subject: 'A locker' })
  await answer(boats.thread.id, boats.messages[0]!.id)
  const all = await list(dan)
  const ofClub = await app.call(conversations.list, { orgId: other.id }, { as: dan.token })
  expect(ofClub).toEqual({ ...all, threads: [court.thread] })
  expect(new Set(all.clubs)).toEqual(
    new Set([
      { orgId: club.id, waiting: 1, unread: 1, answered: boats.thread.id },
      { orgId: other.id, waiting: 1, unread: 0, answered: null },
    ]),
  )
  expect(all.unread).toBe(1)
})
