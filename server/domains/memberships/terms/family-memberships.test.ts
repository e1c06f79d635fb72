import { beforeAll, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let dan: Person
let ida: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  dan = await signedIn(app, 'dan@example.com')
  await linkedTo(app, anna, bo)
  ida = await buildParticipant(app, anna, 'Ida')
  const club = await buildClub(app)
  for (const [buyer, memberId] of [
    [anna, anna.memberId],
    [anna, ida],
    [bo, bo.memberId],
    [dan, dan.memberId],
  ] as const)
    await prepare(app, buyer, [{ memberId, season: club.season }])
})

const ofFamily = (who: Person, ...memberIds: string[]) =>
  app.call(memberships.ofFamily, { memberIds: memberIds.join(',') }, { as: who.token })
const each = async (who: Person, ...memberIds: string[]) =>
  (await Promise.all(memberIds.map((memberId) => app.call(memberships.list, { memberId }, { as: who.token })))).flat()

test("one answer has a family's memberships as each single call would", async () => {
  const all = await ofFamily(anna, anna.memberId, bo.memberId, ida)
  const byPerson = (rows: typeof all) => rows.toSorted((a, b) => a.memberId.localeCompare(b.memberId))
  expect(byPerson(all)).toEqual(byPerson(await each(anna, anna.memberId, bo.memberId, ida)))
  expect(all).toHaveLength(3)
})

test('people whom the caller may not see are left out', async () => {
  expect((await ofFamily(anna, ida, dan.memberId)).map(({ memberId }) => memberId)).toEqual([ida])
  expect(await ofFamily(dan, anna.memberId, ida)).toEqual([])
})

test('three people take as many queries as one', async () => {
  const one = await countQueries(() => ofFamily(anna, ida))
  expect(await countQueries(() => ofFamily(anna, ida, anna.memberId, bo.memberId))).toBe(one)
})
