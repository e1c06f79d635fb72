import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acting } from '#contract/acting.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { members } from '#contract/members.ts'
import { memberships } from '#contract/memberships.ts'
import { orders } from '#contract/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import type { LiveBells } from '#server/domains/notifications/index.ts'
import { nameRoutes } from '#server/http/openapi.ts'
import { permissionName } from '#server/http/route.ts'
import { routesOf } from '#server/routes.ts'
import {
  guardians,
  outcomesOf,
  ownerOnly,
  profile,
  whoeverSees,
  type Row,
} from '#server/testing/authorisation/authorisation-outcomes.ts'
import { rows } from '#server/testing/authorisation/authorisation-rows.ts'
import {
  actors,
  buildAuthorisationWorld,
  headersOf,
  type Who,
  type World,
} from '#server/testing/authorisation/authorisation-world.ts'
import { membershipData } from '#server/testing/purchase.ts'
import { ApiProblem, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let world: World
let tokens: Record<Who, string | undefined>

beforeAll(async () => {
  app = await sharedApp()
  ;({ world, tokens } = await buildAuthorisationWorld(app))
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const calls = Object.entries(api)
  .flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      call: `${domain} ${name}`,
      domain,
      name,
      endpoint: endpoint as Endpoint,
    })),
  )
  .toSorted((a, b) => Number(a.domain === 'members') - Number(b.domain === 'members'))
  // The picture is looked at once it is there.
  .toSorted((a, b) => Number(a.endpoint === members.removeImage) - Number(b.endpoint === members.removeImage))
  .toSorted((a, b) => Number(b.endpoint === members.putImage) - Number(a.endpoint === members.putImage))

async function outcomeOf(who: Who, endpoint: Endpoint, input: Record<string, unknown>, headers = {}) {
  // Signing in makes a stranger a member, and what is deleted is gone: undone, so that the order of calls does not matter.
  await app.database.sql('update notifications set deleted_at = null')
  await app.database.sql('update calendar_feeds set revoked_at = null')
  await app.database.sql('update office_grants set revoked_at = portal_now() where revoked_at is null')
  await app.database.sql(
    `delete from member_identities where member_id in (select id from members where email = 'newcomer@example.com')`,
  )
  const as = tokens[who]
  const options = { headers: { ...(await headersOf(app, who, world)), ...headers }, ...(as ? { as } : {}) }
  return app.call(endpoint, input, options).then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiProblem) return error.code
      throw error
    },
  )
}

const rowOf = (domain: string, name: string) => (rows as Record<string, Record<string, Row>>)[domain]?.[name]

test('every route requires the permission in its row', () => {
  const permissions = nameRoutes(api, routesOf(app.context, {} as LiveBells)).map(({ name, route }) => {
    const [domain = '', call = ''] = name.split('.')
    return { name, route: permissionName(route.rules.may), row: rowOf(domain, call)?.may ?? 'no row' }
  })
  expect(permissions.length).toBe(calls.length)
  expect(permissions.filter(({ route, row }) => route !== row)).toEqual([])
})

describe.each(calls)('$call', ({ domain, name, endpoint }) => {
  const row = rowOf(domain, name)

  test.each(actors)('%s', async (who) => {
    expect(await outcomeOf(who, endpoint, row!.input(world))).toBe(outcomesOf(row!)[who])
  })
})

/** Whoever may act for a participant, may do what they could for themselves. */
const ofParticipant: [string, Endpoint, Row][] = [
  [
    'editing',
    members.update,
    {
      may: 'member',
      input: ({ alma }) => profile(alma, ''),
      outcome: { ...guardians, 'admin of the club': 'forbidden', 'super admin': 'forbidden' },
    },
  ],
  [
    'seeing memberships',
    memberships.list,
    { may: 'member', input: ({ alma }) => ({ memberId: alma }), outcome: whoeverSees },
  ],
  [
    'seeing one membership',
    memberships.item,
    { may: 'member', input: ({ almasMembershipId }) => ({ membershipId: almasMembershipId }), outcome: whoeverSees },
  ],
  [
    'writing a membership down',
    memberships.createItem,
    { may: 'member', input: ({ alma, club }) => ({ memberId: alma, orgId: club.id }), outcome: guardians },
  ],
  [
    'writing a season down',
    memberships.createTerm,
    {
      may: 'member',
      input: ({ almasMembershipId, nextSeason }) => ({
        membershipId: almasMembershipId,
        membershipConfId: nextSeason.id,
      }),
      outcome: guardians,
    },
  ],
  [
    'calculating',
    memberships.calculateStatus,
    { may: 'member', input: ({ alma }) => ({ memberIds: [alma] }), outcome: guardians },
  ],
  [
    'buying',
    orders.prepare,
    {
      may: 'member',
      input: ({ alma, club }) => ({
        token: newToken(),
        membershipData: membershipData([{ memberId: alma, season: club.season }]),
      }),
      outcome: ownerOnly('not_found', {
        owner: 'term_already_held',
        relative: 'term_already_held',
        impersonator: 'term_already_held',
      }),
    },
  ],
]

describe.each(ofParticipant)('%s of the participant', (_, endpoint, row) => {
  test.each(actors)('%s', async (who) => {
    expect(await outcomeOf(who, endpoint, row.input(world))).toBe(outcomesOf(row)[who])
  })
})

describe('acting for the participant', () => {
  const outcome = { ...ownerOnly('acting_for_ended', { relative: 'ok' }) }

  test.each(actors.filter((who) => who !== 'impersonator'))('%s', async (who) => {
    const header = { 'acting-for': world.alma }
    expect(await outcomeOf(who, acting.current, {}, header)).toBe(outcome[who])
  })
})
