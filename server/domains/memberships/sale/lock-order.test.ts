import { beforeAll, expect, test } from 'vitest'
import { inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { calculateStatus } from '../terms/record-status.ts'
import { enableMemberships, lockMembershipsOf } from '../queries.ts'

let app: TestApp
let club: Club
let anna: Person
let people: string[]
let ids: string[]
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  const children = await Promise.all(Array.from({ length: 5 }, (_, at) => buildParticipant(app, anna, `Child ${at}`)))
  people = [anna.memberId, ...children]
  // Those with the highest ids lie first in the table, where a statement without an order begins.
  ids = people
    .map(() => newId())
    .toSorted()
    .toReversed()
  for (const [at, id] of ids.entries())
    await app.database.sql('insert into memberships (id, org_id, member_id) values ($1, $2, $3)', [
      id,
      club.id,
      people[at],
    ])
})

const actor = () => ({ memberId: anna.memberId, roles: [], grants: [] }) as unknown as MemberActor
const others: [string, (tx: Tx) => Promise<unknown>][] = [
  ['a purchase delivered', (tx) => enableMemberships(tx, ids)],
  ['a status derived anew', (tx) => calculateStatus(tx, actor(), { memberIds: people })],
]

test.each(others)("%s locks a family's memberships in the common order", async (_, other) => {
  // Its findings have to be written.
  await app.database.sql("update memberships set new_status = 'expired'")
  const runs = [0, 0]
  let both: Promise<void>[] = []
  // Both stop at one in the middle, each with those that it takes before.
  await inTransaction(app.database.db, async (tx) => {
    await lockMembershipsOf(tx, [people[2]!])
    both = [other, (one: Tx) => lockMembershipsOf(one, people)].map((work, side) =>
      inTransaction(app.context.db, async (one) => {
        runs[side]!++
        await work(one)
      }),
    )
    await lockWaits(app, 2)
  })
  await Promise.all(both)
  // Neither was rolled back and repeated.
  expect(runs).toEqual([1, 1])
})
