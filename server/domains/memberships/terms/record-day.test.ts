import { beforeAll, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { addDays } from '#server/database/clock.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { goTo, runRecurring } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { recordDay } from './record-day.ts'

let app: TestApp
let club: Club
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  await buy(app, anna, club)
})

const after = (days: number) => addDays(club.season.endDate, days)
const record = () => runRecurring(app, 'memberships.record-statuses')
const row = async () =>
  (
    await app.database.sql<{ old_status: string; new_status: string }>('select old_status, new_status from memberships')
  )[0]!
const changes = async () =>
  (
    await app.database.sql<{ change: string }>(
      `select from_status || ' to ' || to_status || ': ' || cause as change from status_changes where thing = 'memberships' order by id`,
    )
  ).map(({ change }) => change)

test("a day's status changes are recorded once: the end of a season and of its days of grace", async () => {
  expect(await row()).toEqual({ old_status: 'inactive', new_status: 'active' })
  const days = [0, 1, 2, 31, 32, 33]
  const seen: string[] = []
  for (const day of days) {
    await goTo(app, after(day))
    await Promise.all([record(), record()])
    await record()
    seen.push((await row()).new_status)
  }
  expect(seen).toEqual(['active', 'grace', 'grace', 'grace', 'expired', 'expired'])
  expect(await row()).toEqual({ old_status: 'grace', new_status: 'expired' })
  expect(await changes()).toEqual([
    'inactive to active: bought or looked at',
    'active to grace: days passed',
    'grace to expired: days passed',
  ])
})

test('missed days are caught up, and a day without changes reads nobody', async () => {
  await goTo(app, after(33))
  await app.database.sql(`update memberships set new_status = 'active'`)
  const { db } = app.context
  expect(await recordDay(db, after(40), after(33))).toBe(0)
  expect(await recordDay(db, after(40), after(31))).toBe(1)
  await app.database.sql(`update memberships set new_status = 'active'`)
  expect(await recordDay(db, after(40), after(-10))).toBe(1)
  await app.database.sql(`update memberships set new_status = 'active'`)
  expect(await recordDay(db, after(40), null)).toBe(1)
})

test('a calculated status records the same', async () => {
  await goTo(app, after(33))
  await app.database.sql(`update memberships set new_status = 'active'`)
  expect(await app.call(memberships.calculateStatus, { memberIds: [anna.memberId] }, { as: anna.token })).toMatchObject(
    [{ status: 'expired' }],
  )
  expect((await changes()).at(-1)).toBe('active to expired: bought or looked at')
})
