import { beforeAll, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  club = await buildClub(app)
})

test('registrations are listed for the family and their buyer, for nobody else', async () => {
  const event = await buildEvent(app, club)
  const child = await buildParticipant(app, anna, 'Bo')
  await buyPlaces(app, anna, event, [{ memberId: child, event }])
  const list = (person: Person, filter: object = {}) =>
    app.call(events.entries, { eveId: event.id, ...filter }, { as: person.token })
  const [entry] = await list(anna)
  expect(entry).toMatchObject({
    email: 'anna@example.com',
    paymentStatus: 'paid',
    orgId: club.id,
    memberId: child,
    memberName: 'Bo Holm',
    category: 'adult',
    referenceKey: expect.stringMatching(/^IZY-EVE-/),
  })
  expect(await list(anna, { email: 'ANNA@example.com', paymentStatus: 'paid', orgId: club.id })).toHaveLength(1)
  expect(await list(anna, { paymentStatus: 'init_eve' })).toEqual([])
  expect(await list(anna, { orgId: newId() })).toEqual([])
  expect(await list(bo)).toEqual([])
  expect(await list(bo, { email: 'anna@example.com' })).toEqual([])
  await linkedTo(app, anna, bo)
  expect(await list(bo)).toMatchObject([{ id: entry!.id, memberName: 'Bo Holm', email: '', referenceKey: '' }])
  expect(await list(bo, { email: 'anna@example.com' })).toEqual([])
})

test('a registration shows the address of current delegates only, and its order to the buyer only', async () => {
  const event = await buildEvent(app, club)
  const [parent, cousin, friend] = [
    await signedIn(app, 'carla@example.com'),
    await signedIn(app, 'dan@example.com'),
    bo,
  ]
  const child = await buildParticipant(app, parent, 'Kim')
  const link = await linkedTo(app, parent, friend)
  await linkedTo(app, parent, cousin)
  await buyPlaces(app, friend, event, [
    { memberId: parent.memberId, event },
    { memberId: child, event },
  ])
  /** By whose they are: the address that is shown, and whether the order is. */
  const list = async (person: Person, filter: object = {}) => {
    const seen = await app.call(events.entries, { eveId: event.id, ...filter }, { as: person.token })
    return Object.fromEntries(seen.map(({ memberId, email, referenceKey }) => [memberId, [email, referenceKey !== '']]))
  }
  // The child has no address of its own, and a relative of its parent only does not see the buyer's.
  const byFamily = { [child]: ['', false], [parent.memberId]: ['carla@example.com', false] }
  expect(await list(parent)).toEqual(byFamily)
  expect(await list(cousin)).toEqual(byFamily)
  expect(await list(cousin, { email: 'bo@example.com' })).toEqual({})
  expect(await list(friend)).toEqual({
    [child]: ['bo@example.com', true],
    [parent.memberId]: ['carla@example.com', true],
  })

  await app.database.sql(`update family_invitations set status = 'ended', ended_at = portal_now() where id = $1`, [
    link,
  ])
  await app.database.sql(`update members set email = 'moved@example.com' where id = $1`, [parent.memberId])
  expect(await list(friend)).toEqual({ [child]: ['bo@example.com', true], [parent.memberId]: ['bo@example.com', true] })
  expect(await list(friend, { email: 'moved@example.com' })).toEqual({})
})
