import { beforeAll, describe, expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import { api } from '#contract/api.ts'
import { eventCancel } from '#contract/events/cancel.ts'
import { moneyFields } from '#contract/money-fields.ts'
import { officeCoupons } from '#contract/events/office-coupons.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { officeMemberships } from '#contract/memberships/office.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { officeRoles, rolesWith, type Scope } from '#contract/office/scopes.ts'
import { teams } from '#contract/people/teams.ts'
import { Money } from '#contract/values.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { newId } from '#server/database/new-id.ts'
import type { LiveBells } from '#server/domains/notifications/index.ts'
import { nameRoutes } from '#server/http/openapi.ts'
import { routesOf } from '#server/routes.ts'
import type { Row } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { rows } from '#server/testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type World } from '#server/testing/authorisation/authorisation-world.ts'
import { buildParticipant, type Person, signedIn } from '#server/testing/builders.ts'
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

/** The office's calls that answer with fields. */
const officeRoutes = () =>
  nameRoutes(api, routesOf(app.context, {} as LiveBells)).flatMap(({ name, route: { endpoint, rules } }) =>
    typeof rules.may === 'string' || endpoint.output === null || typeof endpoint.output !== 'object'
      ? []
      : [{ name, endpoint, output: endpoint.output, scope: rules.may.scope }],
  )

/** The answers of every read of the office to the helper, or of every write, as text. */
async function answers(writes = false): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name, endpoint } of officeRoutes()) {
    if ((endpoint.method !== 'GET') !== writes) continue
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

describe('no read of an office reveals', () => {
  test.each(without('money.read'))('%s an amount', async (role) => {
    await grantOffice(app, world.club, helper, [role])
    expect(naming(await answers(), String(AMOUNT))).toEqual([])
  })

  test.each(without('events.write'))('%s a discount code', async (role) => {
    await grantOffice(app, world.club, helper, [role])
    expect(naming(await answers(), CODE)).toEqual([])
  })

  test('a secretary what a season brought in', async () => {
    const incomes = async (role: 'secretary' | 'treasurer') => {
      await grantOffice(app, world.club, helper, [role])
      const { seasons } = await app.call(officeMemberships.list, { orgId: world.club.id }, { as: helper.token })
      return seasons.some(({ income }) => income !== null)
    }
    expect([await incomes('secretary'), await incomes('treasurer')]).toEqual([false, true])
  })

  test('less to a treasurer, who sees amounts', async () => {
    await grantOffice(app, world.club, helper, ['treasurer'])
    expect(naming(await answers(), String(AMOUNT))).not.toEqual([])
  })
})

test('a trainer reads names, ages and guardians of their own team, and no other field of any office call', async () => {
  const { club, anna } = world
  const chair = await signedIn(app, 'erik@example.com')
  await grantOffice(app, club, chair, ['chair'])
  await grantOffice(app, club, helper, ['trainer'])
  const child = await buildParticipant(app, anna, 'Alma')
  await app.database.sql(`update members set date_of_birth = '2016-01-01' where id = $1`, [child])
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) select $1, unnest($2::uuid[]), '2020-01-01', 'added' on conflict do nothing`,
    [club.id, [child, helper.memberId]],
  )
  const { id: teamId } = await app.call(teams.add, { orgId: club.id, name: 'U12', season: '' }, { as: chair.token })
  const team = { orgId: club.id, teamId }
  for (const [role, memberId] of [['trainer', helper.memberId] as const, ['player', child] as const])
    await app.call(teams.addPeople, { ...team, role, ids: [memberId] }, { as: chair.token })
  const day = copenhagenDate(new Date())
  await app.call(teams.mark, { ...team, memberId: child, day, state: 'came' }, { as: helper.token })

  const read = new Map<string, unknown>([...(await answers())].map(([name, text]) => [name, JSON.parse(text)]))
  read.set('teams.show', await app.call(teams.show, team, { as: helper.token }))
  read.set('teams.attendance', await app.call(teams.attendance, team, { as: helper.token }))
  const seen = new Set([...read].flatMap(([name, answer]) => fieldsIn(answer).map((field) => `${name} ${field}`)))
  seen.forEach((field) => field.endsWith(' refused') && seen.delete(field))
  expect([...seen].toSorted()).toEqual([
    ...['at', 'by', 'day', 'days', 'marks', 'memberId', 'state', 'today'].map((field) => `teams.attendance ${field}`),
    ...['archived', 'id', 'name', 'people', 'season', 'trainers', 'version'].map((field) => `teams.list ${field}`),
    ...[
      'age',
      'archived',
      'came',
      'days',
      'guardian',
      'id',
      'memberId',
      'members',
      'name',
      'people',
      'phone',
      'role',
      'season',
      'trainers',
      'version',
    ].map((field) => `teams.show ${field}`),
  ])
})

/** The names of all fields in an answer that say something. */
const fieldsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(fieldsIn)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) => (part === null ? [] : [name, ...fieldsIn(part)]))
      : []

describe('no write of an office answers', () => {
  test.each(without('money.read'))('%s with an amount or a code', async (role) => {
    await grantOffice(app, world.club, helper, [role])
    const found = await answers(true)
    expect(naming(found, String(AMOUNT))).toEqual([])
    if (!rolesWith('events.write').includes(role)) expect(naming(found, CODE)).toEqual([])
  })

  test('amounts to an event manager who cancels, but who and how many', async () => {
    await app.database.sql(
      `update event_entries set added_by = member_id, hand_method = 'cash', hand_amount = $1, added_reason = 'At the desk' where event_id = $2`,
      [AMOUNT, world.eventId],
    )
    const which = { orgId: world.club.id, eventId: world.eventId }
    const [event] = await app.database.sql('select title from events where id = $1', [world.eventId])
    const said = async (role: 'event_manager' | 'treasurer', call: (as: { as: string }) => Promise<unknown>) => {
      await grantOffice(app, world.club, helper, [role])
      return JSON.stringify(await call({ as: helper.token }))
    }
    const texts = [
      await said('event_manager', (as) => app.call(eventCancel.preview, which, as)),
      await said('event_manager', (as) =>
        app.call(
          eventCancel.start,
          { ...which, texts: { da: 'Aflyst' }, refunds: 'all', name: String(event!.title) },
          as,
        ),
      ),
      await said('event_manager', (as) => app.call(eventCancel.run, which, as)),
      await said('event_manager', (as) => app.call(eventCancel.retry, which, as)).catch(String),
      await said('event_manager', (as) => app.call(officeHistory.ofEvent, which, as)),
    ]
    expect(texts.filter((text) => text.includes(String(AMOUNT)))).toEqual([])
    expect(texts[2]).toContain('"byHandOrders":[{')
    expect(await said('treasurer', (as) => app.call(eventCancel.run, which, as))).toContain(String(AMOUNT))
    expect(await said('event_manager', (as) => app.call(eventCancel.stop, which, as))).not.toContain(String(AMOUNT))
  })
})

test('every amount in an answer that a role without money may get can be left out', () => {
  const found = officeRoutes()
    .filter(({ scope }) => scope === 'any' || without('money.read').some((role) => rolesWith(scope).includes(role)))
    .flatMap(({ name, output }) => amountsIn(output, name))
    // Everybody sees prices.
    .filter((path) => !path.includes('.parts.') && path !== 'officeRegistrations.places.price')
  expect(found).toEqual([])
})

interface Def {
  readonly shape?: Record<string, ZodMiniType>
  readonly type: string
  readonly element?: ZodMiniType
  readonly innerType?: ZodMiniType
  readonly valueType?: ZodMiniType
  readonly out?: ZodMiniType
  readonly options?: readonly ZodMiniType[]
}

/** The amounts in a schema that are neither nullable nor part of something nullable. */
function amountsIn(schema: ZodMiniType, path: string): string[] {
  if ((schema as unknown) === Money) return [path]
  const { type, shape = {}, element, innerType, valueType, out, options = [] } = schema.def as unknown as Def
  if (type === 'nullable') return []
  const parts = [element, innerType, valueType, out, ...options].filter((part) => part !== undefined)
  return [
    ...Object.entries(shape).flatMap(([name, part]) => amountsIn(part, `${path}.${name}`)),
    ...parts.flatMap((part) => amountsIn(part, path)),
  ]
}

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
