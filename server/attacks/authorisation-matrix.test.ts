import { beforeAll, describe, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { members } from '#contract/members/members.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
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

/** Signing in makes a stranger a member, and what is deleted is gone: undone, so that the order of calls does not matter. */
const undo = () =>
  app.database.sql(`
    delete from rate_windows;
    update notifications set deleted_at = null where deleted_at is not null;
    update calendar_feeds set revoked_at = null where revoked_at is not null;
    update office_grants set revoked_at = portal_now() where revoked_at is null;
    delete from member_identities where member_id in (select id from members where email = 'newcomer@example.com')`)

async function outcomeOf(who: Who, endpoint: Endpoint, input: Record<string, unknown>, headers = {}) {
  if (endpoint.method !== 'GET' || who === actors[0]) await undo()
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

/** The outcome for each actor, one after the other: a test for each would cost as much as the call. */
async function outcomesFor(endpoint: Endpoint, row: Row): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (const who of actors) outcomes[who] = await outcomeOf(who, endpoint, row.input(world))
  return outcomes
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

test.each(calls)('$call', async ({ domain, name, endpoint }) => {
  const row = rowOf(domain, name)!
  expect(await outcomesFor(endpoint, row)).toEqual(outcomesOf(row))
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

test.each(ofParticipant)('%s of the participant', async (_, endpoint, row) => {
  expect(await outcomesFor(endpoint, row)).toEqual(outcomesOf(row))
})

describe('acting for the participant', () => {
  const outcome = { ...ownerOnly('acting_for_ended', { relative: 'ok' }) }

  test.each(actors.filter((who) => who !== 'impersonator'))('%s', async (who) => {
    const header = { 'acting-for': world.alma }
    expect(await outcomeOf(who, acting.current, {}, header)).toBe(outcome[who])
  })
})
