import { beforeAll, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { buildClub, buildSeason, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy, prepare, stateOf } from '#server/testing/purchase.ts'
import { paymentOf, writeSteps } from '#server/testing/purchases/step-by-step.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  await linkedTo(app, anna, bo)
  club = await buildClub(app)
})

const seenBy = async ({ token }: Person) => {
  const [membership] = await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, { as: token })
  return [membership!.referenceKey, ...membership!.memberships.map(({ referenceKey }) => referenceKey)]
}

test("a membership and its term bought in the app have the order's number, for the payer only", async () => {
  const token = await buy(app, anna, club)
  const { number } = (await stateOf(app, anna, token)).own!
  expect(await seenBy(anna)).toEqual([number, number])
  expect(await seenBy(bo)).toEqual([null, null])
})

test('a client that works step by step gets its own key back, before and after the order', async () => {
  const boat = await buildSeason(app, club, { name: 'Boat place', combinable: true, price: 0, surcharge: 0 })
  const steps = await writeSteps(app, anna, anna.memberId, boat)
  const before = await app.call(memberships.item, { membershipId: steps.membershipId }, { as: anna.token })
  expect([before.referenceKey, before.memberships[0]!.referenceKey]).toEqual([steps.referenceKey, steps.referenceKey])
  expect(await paymentOf(app, anna, steps)).toMatchObject({ referenceKey: steps.referenceKey })

  await prepare(app, anna, [{ memberId: anna.memberId, season: boat }])
  expect(await paymentOf(app, anna, steps)).toMatchObject({ referenceKey: steps.referenceKey, paymentStatus: 'paid' })
  expect(await seenBy(anna)).toContain(steps.referenceKey)
})
