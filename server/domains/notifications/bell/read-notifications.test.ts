import { afterEach, beforeAll, expect, test } from 'vitest'
import { MOST_COUNTED, notifications } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { signedIn, type Person } from '#server/testing/builders.ts'
import { ApiProblem, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { workOf } from '#server/schedule.ts'
import { notify } from './notify.ts'

let app: TestApp
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
afterEach(() => app.database.sql('delete from notifications'))

const fill = (receiver: Person, count: number, set = '') =>
  app.database.sql(
    `insert into notifications (id, receiver_id, type, title, message ${set && ', read, read_date'})
     select portal_new_id(), $1, 'ORDER_READY', 'No ' || n, 'Text' ${set && `, ${set}`} from generate_series(1, $2::int) n`,
    [receiver.memberId, count],
  )
const list = () => app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
const bell = (person = anna) => app.call(notifications.bell, {}, { as: person.token })
const markRead = (which: { id?: string; inviteeEmail?: string }, person = anna) =>
  app.call(
    notifications.markRead,
    { receiverId: anna.memberId, read: true, readDate: '1999-01-01T00:00:00Z', ...which },
    { as: person.token },
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiProblem ? error.code : Promise.reject(error)),
  )

test('a page lists everything, newest first, without gaps or repeats; the list has unread ones first', async () => {
  await fill(anna, 30, 'true, now()')
  await fill(anna, 25)
  await fill(bo, 3)
  const as = { as: anna.token }
  const first = await app.call(notifications.page, {}, as)
  const second = await app.call(notifications.page, { before: first.next! }, as)
  const third = await app.call(notifications.page, { before: second.next! }, as)
  const all = [first, second, third].flatMap((page) => page.notifications)
  expect([all.length, third.next]).toEqual([55, null])
  expect(new Set(all.map(({ id }) => id)).size).toBe(55)
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
  const unread = await app.call(notifications.page, { unread: 'true' }, as)
  expect(unread.notifications.every(({ read }) => !read)).toBe(true)
  expect((await list()).findIndex(({ read }) => read)).toBe(25)
})

test('the list and the count are limited however many there are', async () => {
  await fill(anna, 5000)
  expect(await list()).toHaveLength(100)
  const { count, newest } = await bell()
  expect([count, newest.length]).toEqual([MOST_COUNTED + 1, 8])
  await app.database.sql('delete from notifications')
  await fill(anna, 200)
  await fill(bo, 20_000)
  await app.database.sql('vacuum analyze notifications')
  const plan = await app.database.sql<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers off, timing off) select count(*) from (
       select from notifications where receiver_id = '${anna.memberId}' and not read and deleted_at is null order by created_at desc limit 100) counted`,
  )
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('Index Only Scan Backward using notifications_unread')
})

test("one's own are marked read one by one, by invited address or all, at the portal's time", async () => {
  await fill(anna, 3)
  await app.database.sql(
    `update notifications set data = '{"inviteeEmail": "carla@example.com"}' where title in ('No 1', 'No 2')`,
  )
  const { id } = (await list()).find(({ title }) => title === 'No 3')!
  expect(await markRead({ id })).toEqual({ status: 'success', read: 1 })
  expect(await markRead({ id })).toEqual({ status: 'success', read: 0 })
  expect(await markRead({ inviteeEmail: 'Carla@Example.com' })).toMatchObject({ read: 2 })
  expect((await bell()).count).toBe(0)
  for (const { readDate } of await list()) expect(Date.parse(readDate!)).toBeGreaterThan(Date.now() - 60_000)
  await fill(anna, 2)
  expect(await markRead({})).toMatchObject({ read: 2 })
})

test("nobody reads, deletes or restores another's", async () => {
  await fill(anna, 1)
  const { id } = (await list())[0]!
  const as = { as: bo.token }
  expect(await codeOf(app.call(notifications.list, { memberId: anna.memberId }, as))).toBe('not_found')
  expect(await codeOf(markRead({}, bo))).toBe('not_found')
  expect(await codeOf(app.call(notifications.markRead, { receiverId: bo.memberId, id, read: true }, as))).toBe('ok')
  expect(await codeOf(app.call(notifications.remove, { id }, as))).toBe('not_found')
  expect((await bell()).count).toBe(1)
  await app.call(notifications.remove, { id }, { as: anna.token })
  expect(await codeOf(app.call(notifications.restore, { id }, as))).toBe('not_found')
})

test('a deleted notification can be restored for a day', async () => {
  await fill(anna, 1)
  const { id } = (await list())[0]!
  const as = { as: anna.token }
  await app.call(notifications.remove, { id }, as)
  expect([await list(), (await bell()).count]).toEqual([[], 0])
  expect(await codeOf(app.call(notifications.remove, { id }, as))).toBe('not_found')
  expect((await app.call(notifications.restore, { id }, as)).id).toBe(id)
  await app.call(notifications.remove, { id }, as)
  const work = workOf(app.context)
  const tidy = work.recurring.find(({ name }) => name === 'notifications.delete-old')!
  await tidy.run()
  await app.call(notifications.restore, { id }, as)
  await app.call(notifications.remove, { id }, as)
  await app.moveClock('25 hours')
  await tidy.run()
  await app.moveClock('-25 hours')
  expect(await codeOf(app.call(notifications.restore, { id }, as))).toBe('not_found')
})

test("the portal's texts are in the reader's language, people's texts as they were written", async () => {
  await inTransaction(app.context.db, async (tx) => {
    const about = { receiverId: anna.memberId, type: 'CONTACT_US_REPLY' as const, data: {} }
    const texts = (locale: 'da' | 'en') => ({ title: locale === 'da' ? 'Svar' : 'Reply', message: '<b>Hej</b>' })
    await notify(tx, { ...about, texts, onceKey: 'reply' })
    await notify(tx, { ...about, texts, onceKey: 'reply' })
  })
  const titles = async (language: string) =>
    (
      await app.call(
        notifications.list,
        { memberId: anna.memberId },
        { as: anna.token, headers: { 'accept-language': language } },
      )
    ).map(({ title, message }) => [title, message])
  expect(await titles('da')).toEqual([['Svar', '<b>Hej</b>']])
  expect(await titles('en')).toEqual([['Reply', '<b>Hej</b>']])
})

test("a member notifies only whom they invited, once, with the portal's text and their own name", async () => {
  const send = (values: object, person = anna) =>
    app.call(
      notifications.create,
      { receiverId: bo.memberId, type: 'FAMILY_LINK_REQUEST', ...values },
      { as: person.token },
    )
  expect(await codeOf(send({}))).toBe('notification_not_allowed')
  const [id, familyId] = [newId(), newId()]
  await app.database.sql(
    'insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id) values ($1, $2, $3, $4, $5)',
    [id, anna.memberId, bo.memberId, 'bo@example.com', familyId],
  )
  const forged = {
    senderId: bo.memberId,
    title: 'You won',
    message: 'http://evil.example',
    data: { invitationId: newId() },
  }
  const sent = await send(forged)
  expect(sent).toMatchObject({
    senderId: anna.memberId,
    receiverId: bo.memberId,
    title: 'Family link request',
    data: {
      invitationId: id,
      familyId,
      inviterEmail: 'anna@example.com',
      inviteeId: bo.memberId,
      inviteeEmail: 'bo@example.com',
    },
  })
  expect((await send({})).id).toBe(sent.id)
  expect((await bell(bo)).count).toBe(1)
  expect(await codeOf(send({ receiverId: anna.memberId }, bo))).toBe('notification_not_allowed')
  expect(await codeOf(send({ type: 'PAYMENT_RECEIVED' }))).toBe('notification_not_allowed')
  await app.database.sql(`update family_invitations set status = 'rejected' where id = $1`, [id])
  expect(await codeOf(send({}))).toBe('notification_not_allowed')
})
