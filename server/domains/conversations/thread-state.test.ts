import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ThreadState } from '#contract/conversations/answers.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { newToken } from '#server/database/new-id.ts'
import { askClub, forgetRates } from '#server/testing/asking.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { unreachable } from '#server/testing/status-table.ts'
import { answered, newestIn } from '#server/testing/builders/conversation-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { threadTransitions } from './thread-state.ts'

let app: TestApp
let club: Club
let anna: Person
let rikke: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
  rikke = await signedIn(app, 'admin@roklub.example')
})
beforeEach(() => forgetRates(app))

const begin = async () => {
  const { thread, messages } = await askClub(app, anna, club)
  return { threadId: thread.id, lastSeen: messages[0]!.id }
}
const write = (threadId: string) =>
  app.call(conversations.write, { threadId, text: 'And a key?', token: newToken() }, { as: anna.token })
const answer = (threadId: string, lastSeen: string, close = false) =>
  answered(app, rikke, { orgId: club.id, threadId, text: 'Yes, place 12.', token: newToken(), lastSeen, close })
const set = async (threadId: string, state: ThreadState) => {
  const lastSeen = await newestIn(app, threadId)
  return app.call(officeConversations.setState, { orgId: club.id, threadId, state, lastSeen }, { as: rikke.token })
}
const stateOf = async (threadId: string) =>
  (await app.call(conversations.show, { threadId }, { as: anna.token })).thread.state

test('every state can be reached, and none is final', () => {
  expect(unreachable(threadTransitions, 'open')).toEqual([])
  expect(Object.values(threadTransitions).every((next) => next.length > 0)).toBe(true)
})

test('a question is open, an answer answers it, and a new message reopens any thread', async () => {
  const { threadId, lastSeen } = await begin()
  expect(await stateOf(threadId)).toBe('open')
  await answer(threadId, lastSeen)
  expect(await stateOf(threadId)).toBe('answered')
  const again = await write(threadId)
  expect(again.thread.state).toBe('open')
  await answer(threadId, again.messages.at(-1)!.id, true)
  expect(await stateOf(threadId)).toBe('closed')
  expect((await write(threadId)).thread.state).toBe('open')
  await set(threadId, 'closed')
  expect((await write(threadId)).thread.state).toBe('open')

  const changes = await app.database.sql<{ to_status: string; cause: string; actor_id: string }>(
    `select to_status, cause, actor_id from status_changes where thing = 'threads' and thing_id = $1 order by id`,
    [threadId],
  )
  expect(changes.map(({ to_status }) => to_status)).toEqual([
    'answered',
    'open',
    'answered',
    'closed',
    'open',
    'closed',
    'open',
  ])
  expect(new Set(changes.map(({ actor_id }) => actor_id))).toEqual(new Set([anna.memberId, rikke.memberId]))
})

test('a thread waits since it was last opened, not since the last message', async () => {
  const { threadId } = await begin()
  const since = async () =>
    (await app.database.sql<{ waiting_since: Date }>('select waiting_since from threads where id = $1', [threadId]))[0]!
      .waiting_since
  const first = await since()
  await write(threadId)
  expect(await since()).toEqual(first)
  await set(threadId, 'closed')
  await write(threadId)
  expect((await since()).getTime()).toBeGreaterThan(first.getTime())
})

test('a message and a closing at once leave the thread open, or closed after the message was read', async () => {
  for (let round = 0; round < 6; round++) {
    await forgetRates(app)
    const { threadId, lastSeen } = await begin()
    await Promise.all([
      ...Array.from({ length: 4 }, () => write(threadId)),
      ...Array.from({ length: 4 }, () => codeOf(answer(threadId, lastSeen, true))),
    ])
    const [row] = await app.database.sql<{
      state: string
      sender: string
      preview: string
      text: string
      last: boolean
    }>(
      `select state, sender, preview, text, last_at = thread_messages.created_at as last from threads
       join thread_messages on thread_id = threads.id where threads.id = $1
       order by thread_messages.created_at desc limit 1`,
      [threadId],
    )
    // Nobody answers what they have not read, so that a closing that came after a new message was refused.
    expect(row).toMatchObject({ state: 'open', sender: 'asker', preview: row!.text, last: true })
  }
})
