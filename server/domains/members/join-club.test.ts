import { beforeAll, expect, test } from 'vitest'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { openWindow, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { insertManagedPerson, joinClub, numberPeople } from './join-club.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: string
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  bo = await buildParticipant(app, anna, 'Bo')
})

const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.context.db, work)
async function buyFor(memberId: string) {
  const token = await prepare(app, anna, [{ memberId, season: club.season }])
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
}
const registered = (memberId: string) =>
  app.database.sql(
    'select number, since::text, source, left_on::text, managed from club_people where org_id = $1 and member_id = $2',
    [club.id, memberId],
  )

test('a paid order enters its buyer and the people on its lines, and brings back who had left', async () => {
  await buyFor(bo)
  expect(await registered(bo)).toMatchObject([{ source: 'joined', number: null, left_on: null, managed: false }])
  expect(await registered(anna.memberId)).toMatchObject([{ source: 'bought', since: copenhagenDate(new Date()) }])

  await app.database.sql(`update club_people set left_on = '2026-01-01', left_reason = 'moved'`)
  await buyFor(anna.memberId)
  expect(await registered(anna.memberId)).toMatchObject([{ source: 'bought', left_on: null }])
  expect(await registered(bo)).toMatchObject([{ left_on: '2026-01-01' }])
})

test('joining twice changes nothing, and numbers follow the day of joining and are never given again', async () => {
  const [carla, dan] = await inTx(async (tx) => [
    (await insertManagedPerson(tx, { firstName: 'Carla', lastName: 'Dahl' })).id,
    (await insertManagedPerson(tx, { firstName: 'Dan', lastName: 'Dahl' })).id,
  ])
  const join = (memberIds: string[], since?: string) =>
    inTx((tx) => joinClub(tx, { orgId: club.id, memberIds, source: 'imported', managed: true, since }))
  expect(await join([carla], '1987-03-01')).toEqual([carla])
  expect(await join([carla])).toEqual([])
  await inTx((tx) => numberPeople(tx, club.id))
  const [{ number }] = (await registered(carla)) as [{ number: number }]
  expect(number).toBe(1)
  const { length: before } = await app.database.sql('select from club_people where org_id = $1', [club.id])

  await app.database.sql('delete from club_people where org_id = $1 and number = $2', [club.id, before])
  await join([dan], '1950-01-01')
  await Promise.all([inTx((tx) => numberPeople(tx, club.id)), inTx((tx) => numberPeople(tx, club.id))])
  expect(await registered(dan)).toMatchObject([{ number: before + 1, managed: true, source: 'imported' }])

  // Somebody who leaves on a later day is still there.
  const later = addDays(copenhagenDate(new Date()), 1)
  await app.database.sql('update club_people set left_on = $1 where member_id = $2', [later, carla])
  expect(await join([carla])).toEqual([])
  expect(await registered(carla)).toMatchObject([{ left_on: later }])
  await app.database.sql(`update club_people set left_on = '2026-01-01' where member_id = $1`, [carla])
  expect(await join([carla])).toEqual([carla])
  expect(await registered(carla)).toMatchObject([{ number: 1, left_on: null, since: '1987-03-01' }])
})

test('who has an address already is that person, and signing in ends that a club manages somebody', async () => {
  const email = 'erik@example.com'
  const first = await inTx((tx) =>
    insertManagedPerson(tx, { firstName: 'Eva', lastName: 'Friis', email: ' Erik@Example.com' }),
  )
  expect(first.created).toBe(true)
  const again = await inTx((tx) => insertManagedPerson(tx, { firstName: 'Other', lastName: 'Name', email }))
  expect(again).toEqual({ id: first.id, created: false })

  await inTx((tx) => joinClub(tx, { orgId: club.id, memberIds: [first.id], source: 'added', managed: true }))
  expect(await registered(first.id)).toMatchObject([{ managed: true }])
  expect((await signedIn(app, email)).memberId).toBe(first.id)
  expect(await registered(first.id)).toMatchObject([{ managed: false }])

  const known = await inTx((tx) =>
    joinClub(tx, { orgId: club.id, memberIds: [anna.memberId], source: 'added', managed: true }),
  )
  expect(known).toEqual([])
  expect(await registered(anna.memberId)).toMatchObject([{ managed: false }])
})
