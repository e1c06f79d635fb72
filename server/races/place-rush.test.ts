import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '../database/new-id.ts'
import { buildClub, type Club, type Person } from '../testing/builders.ts'
import { countQueries } from '../testing/count-queries.ts'
import { gatherCrowd, type Crowd } from '../testing/purchases/crowd.ts'
import { buildEvent, type BuiltEvent, type EventPlan } from '../testing/builders/event-builders.ts'
import { membershipData } from '../testing/selection.ts'

let crowd: Crowd
let club: Club
beforeAll(async () => {
  crowd = await gatherCrowd(32)
  club = await buildClub(crowd.app)
})
afterAll(() => crowd.close())
beforeEach(() => crowd.app.database.sql('delete from rate_windows'))

const order = (person: Person, event: BuiltEvent, category = 'adult') =>
  crowd.order(person, [{ memberId: person.memberId, event, category }])

/** The first of the crowd has the only place of an event; then all others come at once. */
async function rushFor(plan: EventPlan = {}) {
  const event = await buildEvent(crowd.app, club, {
    categories: [{ category: 'adult', capacity: 1 }, { category: 'child' }],
    ...plan,
  })
  const [winner, next, ...others] = crowd.people as [Person, Person, ...Person[]]
  const input = { token: newToken(), membershipData: membershipData([{ memberId: winner.memberId, event }]) }
  const again = () => crowd.app.call(orders.prepare, input, { as: winner.token })
  const first = await again().catch(() => null)
  const codes = await Promise.all(others.map((person) => order(person, event)))
  return { event, next, again, first, codes: [...new Set(codes)] }
}

test('in a rush late buyers are refused without the database for a second', async () => {
  const { event, next, codes } = await rushFor()
  expect(codes).toEqual(['event_sold_out'])
  // A slow machine may need more than the second for all of them: then they come again.
  const asked = async () => {
    await Promise.all(crowd.people.slice(2).map((person) => order(person, event)))
    return countQueries(async () => expect(await order(next, event)).toBe('event_sold_out'))
  }
  await expect.poll(asked, { interval: 0 }).toBe(0)
  // Free again: sold as soon as the second is over.
  await crowd.app.database.sql(`update event_entries set status = 'released' where event_id = $1`, [event.id])
  await expect.poll(() => order(next, event), { interval: 50 }).toBe('ok')
})

test('another category, a repeated order and a caller who acts for somebody are still looked up', async () => {
  const { event, next, again, first } = await rushFor()
  expect(await order(next, event, 'child')).toBe('ok')
  expect(await again()).toEqual(first)
  const asked = await countQueries(() =>
    crowd.app
      .call(
        orders.prepare,
        { token: newToken(), membershipData: membershipData([{ memberId: next.memberId, event }]) },
        { as: next.token, headers: { 'acting-for': crowd.people[0]!.memberId } },
      )
      .catch(() => null),
  )
  expect(asked).toBeGreaterThan(0)
})

test('buyers before the public date do not reveal to others that nothing is left', async () => {
  const publicFrom = new Date(Date.now() + 3_600_000)
  const event = await buildEvent(crowd.app, club, { publicFrom, capacity: 0 })
  const [outsider, ...admins] = await crowd.admins()
  const stranger = crowd.people.find(({ memberId }) => memberId === outsider!.memberId)!
  for (let round = 0; round < 3; round++) {
    const codes = await Promise.all(admins.map((person) => order(person, event)))
    expect([...new Set(codes)]).toEqual(['event_sold_out'])
    expect(await order(stranger, event)).toBe('event_not_public')
  }
})

test('without a rush the database always answers', async () => {
  const event = await buildEvent(crowd.app, club, { capacity: 0 })
  for (const person of crowd.people.slice(0, 8)) {
    const asked = await countQueries(async () => expect(await order(person, event)).toBe('event_sold_out'))
    expect(asked).toBeGreaterThan(0)
  }
})
