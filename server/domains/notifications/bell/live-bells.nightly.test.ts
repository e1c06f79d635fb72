import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { officeAccess } from '#contract/office/access.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { followBell, type BellStream } from '#server/testing/bell-stream.ts'
import { buildClub, signedIn, type Person } from '#server/testing/builders.ts'
import { asked } from '#server/testing/builders/conversation-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { startLiveBells } from './live-bells.ts'
import { notify } from './notify.ts'

/** Two servers on one database. */
let app: TestApp
let other: TestApp
let anna: Person
let bo: Person
const open: BellStream[] = []
beforeAll(async () => {
  app = await createTestApp()
  other = await createTestApp({ DATABASE_URL: app.database.url })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close()
  await app.database.sql('delete from notifications')
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const follow = async (person: Person, server = other) => {
  const stream = await followBell(server.url, person)
  open.push(stream)
  return stream
}
const ringBell = ({ memberId }: Pick<Person, 'memberId'>, title: string) =>
  inTransaction(app.context.db, (tx) =>
    notify(tx, {
      receiverId: memberId,
      type: 'ORDER_READY',
      texts: (locale) => ({ title: `${title} ${locale}`, message: title }),
      data: {},
      onceKey: newId(),
    }),
  )
const count = (wanted: number) => (bell: { count: number }) => bell.count === wanted

test("an order paid on one server rings the buyer's bell on the other, and nobody else's", async () => {
  const [hers, his] = [await follow(anna), await follow(bo)]
  expect(await hers.until(() => true)).toEqual({ count: 0, newest: [] })
  await his.until(count(0))
  await buy(app, anna, await buildClub(app))
  const bell = await hers.until(count(1))
  expect(bell.newest).toMatchObject([
    { type: 'PAYMENT_RECEIVED', receiverId: anna.memberId, title: 'Payment received' },
  ])
  await ringBell(bo, 'his')
  expect((await his.until((heard) => heard.count > 0)).newest).toMatchObject([{ title: 'his en' }])
})

test('reading, deleting or restoring elsewhere changes the bell, too', async () => {
  await ringBell(anna, 'one')
  await ringBell(anna, 'two')
  const stream = await follow(anna)
  const { newest } = await stream.until(count(2))
  const as = { as: anna.token }
  await app.call(notifications.remove, { id: newest[0]!.id }, as)
  await stream.until(count(1))
  await app.call(notifications.restore, { id: newest[0]!.id }, as)
  await stream.until(count(2))
  await app.call(notifications.markRead, { receiverId: anna.memberId, read: true }, as)
  await stream.until(count(0))
})

test('changes made while the server is not listening are shown as soon as it listens again', async () => {
  const stream = await follow(anna)
  await stream.until(count(0))
  await app.database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'portal listens'`,
  )
  await ringBell(anna, 'meanwhile')
  expect((await stream.until(count(1))).newest).toMatchObject([{ message: 'meanwhile' }])
})

test('a server that stops ends its streams; the next one shows what came in between', async () => {
  const third = await createTestApp({ DATABASE_URL: app.database.url })
  const stream = await follow(anna, third)
  await stream.until(count(0))
  await third.close()
  await stream.ended
  await ringBell(anna, 'in between')
  expect((await (await follow(anna)).until(() => true)).newest).toMatchObject([{ message: 'in between' }])
})

test('one person has at most twelve streams of a server; a further page is refused and polls', async () => {
  const streams = await Promise.all(Array.from({ length: 12 }, () => follow(anna)))
  await expect(follow(anna)).rejects.toThrow('429')
  // Streams take no places from calls: these are as many as run at a time.
  await Promise.all(Array.from({ length: 12 }, () => follow(bo)))
  expect(await other.call(notifications.page, {}, { as: bo.token })).toMatchObject({ next: null })
  streams[0]!.close()
  await expect.poll(() => follow(anna).then(() => 'open', String)).toBe('open')
})

test('a role in an office taken away takes its notifications off the open bell, and no more come', async () => {
  const club = await buildClub(app)
  const grantId = await grantOffice(app, club, bo, ['secretary'])
  const stream = await follow(bo)
  await stream.until(count(0))
  await asked(app, club, anna)
  await stream.until(count(1))
  const chair = await signedIn(app, 'all-clubs@example.com')
  await app.call(officeAccess.revoke, { orgId: club.id, grantId }, { as: chair.token })
  await stream.until(count(0))
  await asked(app, club, anna)
  await ringBell(bo, 'afterwards')
  expect(await stream.until((bell) => bell.count > 0)).toMatchObject({ count: 1, newest: [{ title: 'afterwards en' }] })
})

test('the stream of a disabled member or an expired token ends', async () => {
  const { db, databaseUrl, log } = app.context
  const bells = startLiveBells({ db, databaseUrl, log, reviewEvery: 50 })
  const followed = (person: Person, expiresAt = new Date('2100-01-01')) => {
    const ended = Promise.withResolvers<void>()
    const via = { device: '', language: 'en' as const, ip: '' }
    const identity = { expiresAt } as Parameters<typeof bells.follow>[0]['identity']
    const { memberId } = person
    const actor = { memberId, actorId: memberId, acting: null, grants: [], via, identity, roles: [] }
    bells.follow(actor)({ send: () => {}, end: ended.resolve })
    return ended.promise
  }
  await followed(bo, new Date(0))
  const disabled = followed(anna)
  await app.database.sql('update members set enabled = false where id = $1', [anna.memberId])
  await disabled
  await app.database.sql('update members set enabled = true where id = $1', [anna.memberId])
  await bells.close()
})

test('one statement for many receivers reaches every open page', async () => {
  await inTransaction(app.context.db, (tx) =>
    tx.execute(sql`
      insert into members (id, first_name, last_name) select portal_new_id(), 'Crowd', n::text from generate_series(1, 1000) n`),
  )
  const [hers, his] = [await follow(anna), await follow(bo, app)]
  await Promise.all([hers.until(count(0)), his.until(count(0))])
  await app.database.sql(
    `insert into notifications (id, receiver_id, type, title, message) select portal_new_id(), id, 'MEMBERSHIP_RENEW', 'All', 'All' from members`,
  )
  await Promise.all([hers.until(count(1)), his.until(count(1))])
})
