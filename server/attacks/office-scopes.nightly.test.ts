import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { type GrantedRole, officeRoles, rolesWith, type Scope } from '#contract/office/scopes.ts'
import { orders } from '#contract/orders/orders.ts'
import type { LiveBells } from '#server/domains/notifications/index.ts'
import { nameRoutes } from '#server/http/openapi.ts'
import { routesOf } from '#server/routes.ts'
import type { Row } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { rows } from '#server/testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type World } from '#server/testing/authorisation/authorisation-world.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { ApiProblem, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import * as m from '#words/messages.js'

let app: TestApp
let world: World
/** A member without any role in their token. */
let helper: Person
let operator: Person

beforeAll(async () => {
  app = await sharedApp()
  ;({ world } = await buildAuthorisationWorld(app))
  helper = await signedIn(app, 'dan@example.com')
  operator = await signedIn(app, 'super@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const outcomeOf = (endpoint: Endpoint, input: Record<string, unknown>, { token } = helper) =>
  app.call(endpoint, input, { as: token }).then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiProblem) return error.code
      throw error
    },
  )

interface OfficeCall {
  readonly name: string
  readonly endpoint: Endpoint
  readonly scope: Scope | 'any'
  readonly input: (world: World) => Record<string, unknown>
}

/** Every call of an office; the names of its fields are in the authorisation matrix. */
const officeCalls = (): OfficeCall[] =>
  nameRoutes(api, routesOf(app.context, {} as LiveBells)).flatMap(({ name, route: { endpoint, rules } }) => {
    if (typeof rules.may === 'string') return []
    const [domain = '', call = ''] = name.split('.')
    const { input } = (rows as Record<string, Record<string, Row>>)[domain]![call]!
    return [{ name, endpoint, scope: rules.may.scope, input }]
  })

const grantTo = (club: Club, ...roles: GrantedRole[]) => grantOffice(app, club, helper, roles)

/** Calls that somebody may make, without those of the whole office that answer alike to all. */
async function allowed(who = helper): Promise<string[]> {
  const names: string[] = []
  for (const { name, endpoint, input } of officeCalls()) {
    await app.database.sql('delete from rate_windows')
    if ((await outcomeOf(endpoint, input(world), who)) !== 'forbidden') names.push(name)
  }
  return names
}

const withScope = (has: (call: OfficeCall) => boolean) =>
  officeCalls()
    .filter(has)
    .map(({ name }) => name)

describe('calls of an office by role', () => {
  test.each(officeRoles)('%s', async (role) => {
    await grantTo(world.club, role)
    expect(await allowed()).toEqual(withScope(({ scope }) => scope === 'any' || rolesWith(scope).includes(role)))
  })

  test('a role at another club opens nothing', async () => {
    await grantTo(await buildClub(app), 'chair')
    expect(await allowed()).toEqual([])
  })

  test('an operator who looks reads and changes nothing', async () => {
    await grantOffice(app, world.club, operator, ['look'])
    const names = await allowed(operator)
    expect(names.length).toBeGreaterThan(5)
    expect(officeCalls().filter(({ name, endpoint }) => names.includes(name) && endpoint.method !== 'GET')).toEqual([])
  })

  test('a look ends by itself', async () => {
    await grantOffice(app, world.club, operator, ['look'])
    await app.database.sql(`update office_grants set ends_at = portal_now() where revoked_at is null`)
    expect(await allowed(operator)).toEqual([])
  })

  test('a look opens nothing to somebody who is no operator any longer', async () => {
    await grantTo(world.club, 'look')
    expect(await allowed()).toEqual([])
    expect(await app.call(officeAccess.mine, {}, { as: helper.token })).toEqual([])
  })
})

test('a role counts until it is taken away, at the very next call', async () => {
  await grantTo(world.club, 'treasurer')
  const paid = { orgId: world.club.id }
  expect(await outcomeOf(orders.ofClub, paid)).toBe('ok')
  await app.database.sql('update office_grants set revoked_at = portal_now() where revoked_at is null')
  expect(await outcomeOf(orders.ofClub, paid)).toBe('forbidden')
})

test('acting for a chair of the family gives no office, and neither does impersonating one', async () => {
  await grantOffice(app, world.club, world.anna, ['chair'])
  const bo = await signedIn(app, 'bo@example.com')
  await app.database.sql(`insert into impersonations (id, actor_id, member_id) values (gen_random_uuid(), $1, $2)`, [
    operator.memberId,
    world.anna.memberId,
  ])
  for (const { token } of [bo, operator]) {
    const as = { as: token, headers: { 'acting-for': world.anna.memberId } }
    expect(await app.call(officeAccess.mine, {}, as)).toEqual([])
    await expect(app.call(officeConversations.inbox, { orgId: world.club.id }, as)).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
})

/** The words for a role's scope, in either language. */
const promises: Partial<Record<Scope, RegExp>> = {
  'members.write': /edit members|rette medlemmer/i,
  'members.add': /add people by hand|tilføje folk manuelt/i,
  'messages.send': /write to|skrive til/i,
  'members.read': /see members|se medlemmer/i,
  inbox: /answer questions|besvare spørgsmål/i,
  'money.refund': /\brefund/i,
  'money.read': /see payments|se betalinger/i,
  'events.write': /create, change|oprette, ændre/i,
  'memberships.write': /change memberships|ændre medlemskaber/i,
}

test.each(['da', 'en'] as const)('a role is said to do what a call lets it do, and no more (%s)', (locale) => {
  const required = new Set(
    nameRoutes(api, routesOf(app.context, {} as LiveBells)).map(({ route: { rules } }) =>
      typeof rules.may === 'string' ? rules.may : rules.may.scope,
    ),
  )
  for (const role of officeRoles.filter((one) => one !== 'chair')) {
    const said = m[`office_role_${role}_means`]({}, { locale })
    // No call reads a ticket's code.
    expect(said).not.toMatch(/scan/i)
    for (const [scope, words] of Object.entries(promises) as [Scope, RegExp][])
      expect([role, scope, words.test(said)]).toEqual([
        role,
        scope,
        required.has(scope) && rolesWith(scope).includes(role),
      ])
  }
})
