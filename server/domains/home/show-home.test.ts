import { beforeAll, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { family } from '#contract/members/family.ts'
import { home } from '#contract/home.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { asked } from '#server/testing/builders/conversation-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let anna: Person
let child: string
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
  child = await buildParticipant(app, anna, 'Alma')
  await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})

test('the first page is what its parts answer on their own', async () => {
  const as = { as: anna.token }
  const answer = await app.call(home.show, {}, as)
  const people = await app.call(family.people, {}, as)
  const memberIds = [anna.memberId, ...people.map(({ member }) => member.id)].join(',')
  expect(people.map(({ member }) => member.id)).toContain(child)
  expect(answer.unpaid).toHaveLength(1)
  expect(answer.memberships.map(({ memberId }) => memberId)).toEqual([anna.memberId])
  expect(answer).toEqual({
    clubs: await app.call(organisations.mine, {}, as),
    people,
    memberships: await app.call(memberships.ofFamily, { memberIds }, as),
    unpaid: await app.call(orders.unpaid, {}, as),
    invitations: await app.call(family.invitations, {}, as),
    tickets: await app.call(tickets.list, {}, as),
    events: await app.call(
      events.list,
      answer.eventsFit ? { mine: 'true', fits: 'true', limit: '24' } : { limit: '6' },
      as,
    ),
    eventsFit: answer.eventsFit,
    joining: 'steps',
    offices: [],
  })
})

test('acting for a child shows the memberships of the child only', async () => {
  const { memberships: shown } = await app.call(home.show, {}, { as: anna.token, headers: { 'acting-for': child } })
  expect(shown.map(({ memberId }) => memberId)).toEqual([])
})

test("a club's open tasks are shown to its office only", async () => {
  const { thread } = await asked(app, club, anna)
  const [row] = await app.database.sql(`select waiting_since as since from threads where id = '${thread.id}'`)
  const since = new Date(row!['since'] as string).toISOString()
  const admin = await signedIn(app, 'admin@roklub.example')
  const { offices } = await app.call(home.show, {}, { as: admin.token })
  expect(offices).toEqual([
    { club: expect.objectContaining({ id: club.id }), open: 1, waitingSince: since, unresolved: 0 },
  ])
  expect((await app.call(home.show, {}, { as: anna.token })).offices).toEqual([])
})

test('payments that need a look are shown to whoever handles money, at one club or at many', async () => {
  const choir = await buildClub(app)
  for (let more = 0; more < 5; more++) await buildClub(app)
  await asked(app, choir, anna)
  await buy(app, anna, choir)
  await app.database.sql(
    `update payments set status = 'authorised', updated_at = portal_now() - interval '1 hour' where org_id = $1`,
    [choir.id],
  )
  const officesOf = async (who: Person) => (await app.call(home.show, {}, { as: who.token })).offices
  const bo = await signedIn(app, 'bo@example.com')
  const work = { club: expect.objectContaining({ id: choir.id }), open: 0, waitingSince: null, unresolved: 1 }
  await grantOffice(app, choir, bo, ['treasurer'])
  expect(await officesOf(bo)).toEqual([work])
  await grantOffice(app, choir, bo, ['secretary'])
  expect(await officesOf(bo)).toEqual([{ ...work, open: 1, waitingSince: expect.any(String), unresolved: 0 }])
  await app.database.sql(`update threads set state = 'closed'`)
  expect(await officesOf(await signedIn(app, 'all-clubs@example.com'))).toEqual([work])
})
