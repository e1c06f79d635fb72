import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
/** Looked after by Anna. */
let alma: string
let link: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  link = await linkedTo(app, anna, bo)
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const listed = (person: Person, memberId: string) => app.call(memberships.list, { memberId }, { as: person.token })
const notFound = { status: 404, code: 'not_found' }
const everybody = (club: Club) =>
  [anna.memberId, alma, bo.memberId].map((memberId) => ({ memberId, season: club.season }))

test('a relative buys for the whole family and gets the receipt; everybody gets their membership', async () => {
  const club = await buildClub(app)
  const token = await prepare(app, bo, everybody(club))
  await visit((await payInWindow(await openWindow(app, bo, club.season, token, club.season.total * 3), '0000'))!)
  expect(await stateOf(app, bo, token)).toMatchObject({ status: 'paid' })
  // The buyer is the signed-in person: the memberships belong to the others, the order does not.
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'paid', own: null })
  for (const { memberId } of everybody(club)) {
    const [membership] = await listed(bo, memberId)
    expect(membership).toMatchObject({ orgId: club.id, memberId, status: 'active' })
    expect(membership!.memberships[0]).toMatchObject({ hasReceipt: true })
  }
  const [annas] = await listed(anna, anna.memberId)
  expect(annas!.memberships[0]).toMatchObject({ status: 'active', hasReceipt: false })
  const historyId = annas!.memberships[0]!.id
  await expect(app.call(orders.receipt, { historyId }, { as: anna.token })).rejects.toMatchObject(notFound)
  await app.database.sql('delete from rate_windows')
  const calculated = await app.call(memberships.calculateStatus, { memberIds: [alma, anna.memberId] }, { as: bo.token })
  expect(calculated).toHaveLength(2)
})

test('the history shows what was paid, and the payer only to those who may know', async () => {
  const club = await buildClub(app)
  const carla = await signedIn(app, 'carla@example.com')
  await linkedTo(app, anna, carla)
  const token = await prepare(app, bo, everybody(club))
  await visit((await payInWindow(await openWindow(app, bo, club.season, token, club.season.total * 3), '0000'))!)
  const paymentOf = async (reader: Person, memberId: string) =>
    (await listed(reader, memberId)).find(({ orgId }) => orgId === club.id)!.memberships[0]!.payment
  const total = { minor: club.season.total, currency: 'DKK' }
  const [{ name }] = (await app.database.sql(
    `select trim(first_name || ' ' || last_name) as name from members where id = $1`,
    [bo.memberId],
  )) as [{ name: string }]
  const known = { total, refunded: { minor: 0, currency: 'DKK' }, payerName: name, testMode: false }
  expect(await paymentOf(bo, alma)).toEqual({ ...known, own: true })
  expect(await paymentOf(anna, anna.memberId)).toEqual({ ...known, own: false })
  expect(await paymentOf(anna, alma)).toEqual({ ...known, own: false })
  expect(await paymentOf(anna, bo.memberId)).toEqual({ ...known, own: false })
  expect(await paymentOf(carla, alma)).toEqual({ ...known, own: false, payerName: null })
})

describe('nobody buys for', () => {
  const tries = async (buyer: Person, memberId: string) => {
    const club = await buildClub(app)
    const bought = prepare(
      app,
      buyer,
      [buyer.memberId, memberId].map((id) => ({ memberId: id, season: club.season })),
    )
    await expect(bought).rejects.toMatchObject(notFound)
    const calculated = app.call(memberships.calculateStatus, { memberIds: [memberId] }, { as: buyer.token })
    await expect(calculated).rejects.toMatchObject(notFound)
    // All or nothing: nothing is held for the buyer either.
    expect(await app.database.sql('select from orders where org_id = $1', [club.id])).toEqual([])
  }

  test.each(['pending', 'rejected', 'ended'])('whoever is linked by what is %s', async (status) => {
    await app.database.sql('update family_invitations set status = $2 where id = $1', [link, status])
    await tries(bo, anna.memberId)
    await tries(bo, alma)
    await expect(listed(bo, alma)).rejects.toMatchObject(notFound)
    await app.database.sql(`update family_invitations set status = 'approved' where id = $1`, [link])
  })

  test('for an archived or disabled person', async () => {
    for (const change of ['archived_at = portal_now()', 'enabled = false']) {
      await app.database.sql(`update members set ${change} where id = $1`, [alma])
      await tries(anna, alma)
      await tries(bo, alma)
      await app.database.sql('update members set archived_at = null, enabled = true where id = $1', [alma])
    }
  })

  test('a member of their own club as its admin, or anybody as super admin', async () => {
    await tries(await signedIn(app, 'admin@roklub.example'), anna.memberId)
    await tries(await signedIn(app, 'super@example.com'), anna.memberId)
  })
})

test("a club's office sees its members' memberships there, and in no other club", async () => {
  const [rowing, tennis] = [await buildClub(app, { key: 'ROKLUB' }), await buildClub(app, { key: 'TENNIS' })]
  const admins = {
    ROKLUB: await signedIn(app, 'admin@roklub.example'),
    TENNIS: await signedIn(app, 'admin@tennis.example'),
  }
  await expect(listed(admins.ROKLUB, alma)).rejects.toMatchObject(notFound)
  for (const club of [rowing, tennis]) {
    await app.database.sql('delete from rate_windows')
    const token = await prepare(app, anna, [{ memberId: alma, season: club.season }])
    await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  }
  const clubsSeen = async (person: Person) => (await listed(person, alma)).map(({ orgId }) => orgId)
  expect(await clubsSeen(admins.ROKLUB)).toEqual([rowing.id])
  expect(await clubsSeen(admins.TENNIS)).toEqual([tennis.id])
  expect(await clubsSeen(await signedIn(app, 'super@example.com'))).toEqual(
    expect.arrayContaining([rowing.id, tennis.id]),
  )
  const other = (await listed(anna, alma)).find(({ orgId }) => orgId === tennis.id)!
  const asked = app.call(memberships.item, { membershipId: other.id }, { as: admins.ROKLUB.token })
  await expect(asked).rejects.toMatchObject(notFound)
  await expect(
    app.call(organisations.list, {}, { as: admins.ROKLUB.token, headers: { 'acting-for': alma } }),
  ).resolves.toBeDefined()
})
