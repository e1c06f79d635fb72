import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { moneyFields } from '#contract/money-fields.ts'
import { officeCoupons } from '#contract/office-coupons.ts'
import { officeRegistrations } from '#contract/office-registrations.ts'
import { officeRoles, rolesWith, type Scope } from '#contract/office-scopes.ts'
import { newId } from '#server/database/new-id.ts'
import type { LiveBells } from '#server/domains/notifications/index.ts'
import { nameRoutes } from '#server/http/openapi.ts'
import { routesOf } from '#server/routes.ts'
import type { Row } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { rows } from '#server/testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type World } from '#server/testing/authorisation/authorisation-world.ts'
import { type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let world: World
let helper: Person

const AMOUNT = 123457
const CODE = 'QQQQWWWWEEEEXPZG'

beforeAll(async () => {
  app = await sharedApp()
  ;({ world } = await buildAuthorisationWorld(app))
  helper = await signedIn(app, 'dan@example.com')
  const chair = await signedIn(app, 'erik@example.com')
  await grantOffice(app, world.club, chair, ['chair'])
  await app.database.sql(`update orders set coupon_code = $1, total = $2 where org_id = $3`, [
    CODE,
    AMOUNT,
    world.club.id,
  ])
  await app.database.sql(`update coupons set code = $1 where id = $2`, [CODE, world.couponId])
  const where = { orgId: world.club.id, couponId: world.couponId, version: 1 }
  await app.call(officeCoupons.stop, where, { as: chair.token })
  const amounts = Object.fromEntries(
    moneyFields.flatMap((name) => [name, `Adult.phases.${name}`]).map((path) => [path, AMOUNT]),
  )
  for (const thing of ['event', 'payment'])
    await app.database.sql(
      `insert into office_history (id, org_id, actor_id, name, thing, thing_id, label, before, after)
       values ($1, $2, $3, 'event_changed', $4, $5, 'Regatta', $6, $6)`,
      [newId(), world.club.id, chair.memberId, thing, world.eventId, JSON.stringify(amounts)],
    )
})

/** The answers of every read of the office to the helper, as text. */
async function answers(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name, route } of nameRoutes(api, routesOf(app.context, {} as LiveBells))) {
    const { endpoint, rules } = route
    if (typeof rules.may === 'string' || endpoint.method !== 'GET' || typeof endpoint.output !== 'object') continue
    const [domain = '', call = ''] = name.split('.')
    await app.database.sql('delete from rate_windows')
    const { input } = (rows as Record<string, Record<string, Row>>)[domain]![call]!
    const answer: unknown = await app
      .call(endpoint, input(world), { as: helper.token })
      .catch((error: unknown) => ({ refused: String(error) }))
    found.set(name, JSON.stringify(answer))
  }
  return found
}

const without = (scope: Scope) => officeRoles.filter((role) => !rolesWith(scope).includes(role))
const naming = (found: Map<string, string>, text: string) =>
  [...found].filter(([, answer]) => answer.includes(text)).map(([name]) => name)

describe('no read of an office tells', () => {
  test.each(without('money.read'))('%s an amount', async (role) => {
    await grantOffice(app, world.club, helper, [role])
    expect(naming(await answers(), String(AMOUNT))).toEqual([])
  })

  test.each(without('events.write'))('%s a discount code', async (role) => {
    await grantOffice(app, world.club, helper, [role])
    expect(naming(await answers(), CODE)).toEqual([])
  })

  test('less to a treasurer, who is told amounts', async () => {
    await grantOffice(app, world.club, helper, ['treasurer'])
    expect(naming(await answers(), String(AMOUNT))).not.toEqual([])
  })
})

test('who does not read registrations marks people by their ids alone', async () => {
  await grantOffice(app, world.club, helper, ['door'])
  const where = { orgId: world.club.id, eventId: world.eventId, present: true }
  await app.database.sql('update events set starts_at = portal_now() where id = $1', [world.eventId])
  const mark = (which: object) =>
    codeOf(app.call(officeRegistrations.present, { ...where, ...which }, { as: helper.token }))
  expect(await mark({ search: 'Anna' })).toBe('forbidden')
  expect(await mark({ ids: [world.entryId], search: 'Anna' })).toBe('forbidden')
  const marked = await app.call(officeRegistrations.present, { ...where, ids: [world.entryId] }, { as: helper.token })
  expect(marked).toEqual({ changed: 1, unchanged: 0, ids: [world.entryId] })
})
