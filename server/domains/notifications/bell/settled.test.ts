import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NotificationType, notifications } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered, asked } from '#server/testing/builders/conversation-builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { notify } from './notify.ts'
import { settledWhen, settling } from './settled.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: Person
let admin: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
})
let moved = 0
beforeEach(() => app.database.sql('truncate rate_windows'))
afterEach(async () => {
  if (moved > 0) await app.moveClock(`-${moved} days`)
  moved = 0
  await app.database.sql('delete from notifications')
})

const passDays = async (days: number) => {
  moved += days
  await app.moveClock(`${days} days`)
}
const settle = () => settling(app.context.db)()
const listOf = (person: Person) => app.call(notifications.list, { memberId: person.memberId }, { as: person.token })
const notifyOf = (type: NotificationType, data: Record<string, unknown>, receiver = anna) =>
  inTransaction(app.context.db, (tx) =>
    notify(tx, {
      receiverId: receiver.memberId,
      type,
      texts: () => ({ title: 'Told', message: 'Told' }),
      data,
      onceKey: newId(),
    }),
  )

interface Case {
  readonly type: NotificationType
  /** The cause, and the notification. */
  readonly begin: () => Promise<void>
  /** Half of the way: it is still to be read. */
  readonly before?: () => Promise<unknown>
  /** The action that settles it. */
  readonly settles: () => Promise<unknown>
  readonly reader?: () => Person
}

let known = ''
let shop: Club
const inNews = { before: () => passDays(29), settles: () => passDays(2) }
const setInvitation = (status: string) =>
  app.database.sql(`update family_invitations set status = $2, answered_at = portal_now() where id = $1`, [
    known,
    status,
  ])

/** A season of next year, paid by whoever is a member of the known club. */
async function holdNextYear(kind: Parameters<typeof buildSeason>[2]) {
  const year = new Date().getFullYear() + 1
  const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  const next = await buildSeason(app, { id: known }, { ...kind, ...days })
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select $1, id, org_id, member_id, $2, $3, $4, $5, 'active' from memberships where org_id = $6`,
    [newId(), next.id, year, days.startDate, days.endDate, known],
  )
}

const cases: Record<string, Case> = {
  'a family request that was answered': {
    type: 'FAMILY_LINK_REQUEST',
    begin: async () => {
      known = newId()
      await app.database.sql(
        'insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id) values ($1, $2, $3, $4, $5)',
        [known, bo.memberId, anna.memberId, 'anna@example.com', newId()],
      )
      await notifyOf('FAMILY_LINK_REQUEST', { invitationId: known })
    },
    before: () => passDays(100),
    settles: () => setInvitation('approved'),
  },
  'an answer to a family request, after a month': {
    type: 'FAMILY_LINK_REQUEST',
    begin: () => notifyOf('FAMILY_LINK_REQUEST', { invitationId: newId(), status: 'approved' }),
    ...inNews,
  },
  'a reminder of a membership that was renewed': {
    type: 'MEMBERSHIP_RENEW',
    begin: async () => {
      const own = await buildClub(app)
      await buy(app, anna, own)
      await notifyOf('MEMBERSHIP_RENEW', { orgId: own.id, endDate: own.season.endDate })
      known = own.id
      await holdNextYear({ name: 'Place for a kayak', combinable: true })
    },
    settles: () => holdNextYear({ name: 'Adult' }),
  },
  'a reminder of a trial that a membership replaced': {
    type: 'MEMBERSHIP_RENEW',
    begin: async () => {
      shop = await buildClub(app)
      const { startDate } = shop.season
      const endDate = startDate.replace('01-01', '12-30')
      await buy(app, anna, shop, await buildSeason(app, shop, { name: 'Trial', startDate, endDate, isTrial: true }))
      await notifyOf('MEMBERSHIP_RENEW', { orgId: shop.id, endDate, joins: true })
    },
    settles: () => buy(app, anna, shop),
  },
  'a reminder of a membership whose days of grace are over': {
    type: 'MEMBERSHIP_RENEW',
    begin: async () => {
      const own = await buildClub(app)
      await buy(app, anna, own)
      await notifyOf('MEMBERSHIP_RENEW', { orgId: own.id, endDate: own.season.endDate })
    },
    settles: () => passDays(500),
  },
  'news of a membership without a day, after a month': {
    type: 'MEMBERSHIP_RENEW',
    begin: () => notifyOf('MEMBERSHIP_RENEW', { orgId: club.id }),
    ...inNews,
  },
  'an order that was cancelled': {
    type: 'ORDER_READY',
    begin: async () => {
      const own = await buildClub(app)
      await prepare(app, anna, [{ memberId: anna.memberId, season: own.season }])
      const [order] = await app.database.sql<{ id: string }>('select id from orders where org_id = $1', [own.id])
      known = order!.id
      await notifyOf('ORDER_READY', { orderId: known, orgId: own.id })
    },
    settles: () => app.database.sql(`update orders set status = 'cancelled' where id = $1`, [known]),
  },
  'an order that was released, after a month': {
    type: 'ORDER_READY',
    begin: () => notifyOf('ORDER_READY', { orgId: club.id, status: 'released' }),
    ...inNews,
  },
  'a receipt, after a month': {
    type: 'PAYMENT_RECEIVED',
    begin: () => notifyOf('PAYMENT_RECEIVED', { orderId: newId(), orgId: club.id }),
    ...inNews,
  },
  'a registration for an event that is over': {
    type: 'EVENT_REGISTRATION',
    begin: async () => {
      const { id } = await buildEvent(app, club)
      await app.database.sql(
        `update events set starts_at = portal_now() + interval '60 days', ends_at = portal_now() + interval '61 days' where id = $1`,
        [id],
      )
      await notifyOf('EVENT_REGISTRATION', { eventId: id, orgKey: club.key })
    },
    before: () => passDays(59),
    settles: () => passDays(3),
  },
  'news of an event that is gone, after a month': {
    type: 'EVENT_REGISTRATION',
    begin: () => notifyOf('EVENT_REGISTRATION', { orgKey: club.key }),
    ...inNews,
  },
  'a question that the club has answered': {
    type: 'CONTACT_US',
    reader: () => admin,
    begin: async () => {
      known = (await asked(app, club, anna)).thread.id
    },
    before: () => passDays(100),
    settles: () => app.database.sql(`update threads set state = 'answered' where id = $1`, [known]),
  },
  ...Object.fromEntries(
    ['clubMessageId', 'suggestionId', 'mergeRequestId', 'mergeId', 'duplicatesOf'].map((name): [string, Case] => [
      `what a club writes to a person (${name}), after a month`,
      { type: 'CONTACT_US', begin: () => notifyOf('CONTACT_US', { orgId: club.id, [name]: newId() }), ...inNews },
    ]),
  ),
  'a reply to which the asker wrote again': {
    type: 'CONTACT_US_REPLY',
    begin: async () => {
      const { thread, messages } = await asked(app, club, anna, { subject: 'Another boat' })
      known = thread.id
      await answered(app, admin, {
        orgId: club.id,
        threadId: known,
        text: 'Yes.',
        token: newToken(),
        lastSeen: messages.at(-1)!.id,
      })
    },
    settles: () =>
      app.database
        .sql(
          `insert into thread_messages (id, thread_id, sender, author, text, token_hash, created_at)
         values ($1, $2, 'asker', 'Anna', 'Good', $3, portal_now() + interval '1 second')`,
          [newId(), known, newId()],
        )
        .then(() => passDays(1)),
  },
}

test('every kind of notification says when it is settled, and each is tested', () => {
  expect(Object.keys(settledWhen).toSorted()).toEqual(NotificationType.options.toSorted())
  expect(new Set(Object.values(cases).map(({ type }) => type))).toEqual(new Set(NotificationType.options))
})

test.each(Object.entries(cases))(
  '%s counts as read and stays in the list',
  async (_, { type, begin, before, settles, reader }) => {
    const person = reader?.() ?? anna
    const unread = async () => (await listOf(person)).filter((one) => one.type === type && !one.read)
    await begin()
    expect(await unread()).toHaveLength(1)
    await before?.()
    await settle()
    expect(await unread()).toHaveLength(1)
    await settles()
    await settle()
    const [one] = (await listOf(person)).filter((notice) => notice.type === type)
    expect(one).toMatchObject({ read: true, settledAt: expect.any(String) })
    expect(one!.readDate).toBe(one!.settledAt)
    expect(one!.settledAt! >= one!.createdAt).toBe(true)
  },
)

test('a notification that somebody read themselves was not settled', async () => {
  await notifyOf('PAYMENT_RECEIVED', { orgId: club.id })
  await app.call(notifications.markRead, { receiverId: anna.memberId, read: true }, { as: anna.token })
  await passDays(40)
  expect(await settle()).toBe(0)
  expect((await listOf(anna))[0]).toMatchObject({ read: true, settledAt: null })
})

test('any number of them is settled in parts, and the bell counts the rest', async () => {
  await app.database.sql(
    `insert into notifications (id, receiver_id, type, title, message, created_at)
     select portal_new_id(), $1, 'PAYMENT_RECEIVED', 'No ' || n, 'Text', portal_now() - interval '40 days' from generate_series(1, 2500) n`,
    [anna.memberId],
  )
  await notifyOf('PAYMENT_RECEIVED', { orgId: club.id })
  expect(await settle()).toBe(2500)
  expect((await app.call(notifications.bell, {}, { as: anna.token })).count).toBe(1)
})

test('a pass looks at so many, and the next one continues where it stopped', async () => {
  await notifyOf('PAYMENT_RECEIVED', {})
  await notifyOf('PAYMENT_RECEIVED', {})
  await notifyOf('ORDER_READY', {})
  await app.database.sql(
    `update notifications set created_at = created_at - interval '31 days' where type = 'ORDER_READY'`,
  )
  await app.database.sql(`update notifications set receiver_id = $1 where type = 'ORDER_READY'`, [
    'ffffffff-ffff-7fff-8fff-ffffffffffff',
  ])
  const pass = settling(app.context.db, { part: 1, steps: 2 })
  expect([await pass(), await pass(), await pass()]).toEqual([0, 1, 0])
})
