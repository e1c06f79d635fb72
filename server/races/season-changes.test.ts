import { beforeAll, beforeEach, expect, test } from 'vitest'
import { officeMemberships } from '#contract/memberships/office.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person, type Season } from '../testing/builders.ts'
import { inTurn } from '../testing/lock-waits.ts'
import { prepare } from '../testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '../testing/test-app.ts'
import { withoutLocks } from '../testing/without-locks.ts'

let app: TestApp
let club: Club
let [office, anna]: Person[] = []
let season: Season
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  office = await signedIn(app, 'admin@roklub.example')
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  season = await buildSeason(app, club, { name: 'Boat place', combinable: true })
})

const buying = () => codeOf(prepare(app, anna!, [{ memberId: anna!.memberId, season }]))
const stopping = () =>
  codeOf(
    app.call(officeMemberships.stop, { orgId: club.id, configurationId: season.id, version: 1 }, { as: office!.token }),
  )

test('a stop waits for a purchase that has read the price: nothing is sold after it', async () => {
  expect(await inTurn(app, 'membership_terms', buying, stopping, 2)).toEqual(['first ok', 'second ok'])
})

test('without the lock, the office is answered that the sale has stopped, and one more is sold', async () => {
  const outcome = await withoutLocks(() => inTurn(app, 'membership_terms', buying, stopping, 1))
  expect(outcome).toEqual(['second ok', 'first ok'])
})

test('a purchase that comes while a sale is being stopped waits, and is refused', async () => {
  const [one, other] = await inTurn(app, 'office_history', stopping, buying, 2)
  expect(new Set([one, other])).toEqual(new Set(['first ok', 'second configuration_not_found']))
})

test('a purchase that comes while a price is being changed pays the new one', async () => {
  const [known] = (await app.call(officeMemberships.list, { orgId: club.id }, { as: office!.token })).seasons.filter(
    ({ id }) => id === season.id,
  )
  const { id, version, state: _, parts: __, holders: ___, reserved: ____, income: _____, ...fields } = known!
  const changing = () =>
    codeOf(
      app.call(
        officeMemberships.save,
        { ...fields, orgId: club.id, configurationId: id, version, price: 12_300, vatRate: 0, surcharge: 0 },
        { as: office!.token },
      ),
    )
  await inTurn(app, 'office_history', changing, buying, 2)
  const lines = await app.database.sql(`select total::int from order_lines where configuration_id = $1`, [season.id])
  expect(lines).toEqual([{ total: 12_300 }])
})
