import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { jsonSchema } from '#server/http/json-schema.ts'
import type { Row } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { rows } from '#server/testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type World } from '#server/testing/authorisation/authorisation-world.ts'
import { membershipData } from '#server/testing/selection.ts'
import { ApiProblem, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { newToken } from '../database/new-id.ts'

let app: TestApp
let world: World
/** Every id of the database but those that are the caller's own or everybody's, and the first of each table. */
let all: Set<string>
let ids: string[]

beforeAll(async () => {
  app = await sharedApp()
  ;({ world } = await buildAuthorisationWorld(app))
  const tables = await foreignIds()
  all = new Set(tables.flat())
  ids = tables.flatMap(([first]) => first ?? [])
})

async function foreignIds(): Promise<string[][]> {
  const tables = await app.database.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'
       and table_name not in ('organisations', 'membership_configurations', 'events', 'event_categories')`,
  )
  const found = await Promise.all(
    tables.map(({ name }) => app.database.sql<{ id: string }>(`select id from ${name} order by id`)),
  )
  // The payment of a purchase that is written down step by step has no table of its own.
  found.push(await app.database.sql<{ id: string }>('select payment_id as id from term_drafts'))
  return found.map((table) => table.map(({ id }) => id).filter((id) => id !== world.dan.memberId))
}

/** Names of an endpoint's fields that are ids, or lists of them. Where a page begins is no thing of anybody's. */
function idFields(endpoint: Endpoint): { name: string; many: boolean }[] {
  const properties = [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
    schema ? Object.entries(jsonSchema(schema, 'input').properties ?? {}) : [],
  )
  return properties.flatMap(([name, schema]) => {
    const [one] = [schema, ...(schema.anyOf ?? [])].filter(({ format }) => format === 'uuid')
    const items = schema['items'] as { format?: string } | undefined
    if (name === 'before' || name === 'after') return []
    return one || items?.format === 'uuid' ? [{ name, many: !one }] : []
  })
}

/** The answer to an unrelated member: status, body, and the body's length. */
async function answerTo(endpoint: Endpoint, input: Record<string, unknown>) {
  try {
    return { status: 200, body: JSON.stringify(await app.call(endpoint, input, { as: world.dan.token })) }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { status: error.status, body: JSON.stringify(error.body) }
  }
}

const cases = Object.entries(api)
  .filter(([domain]) => domain !== 'organisations')
  .flatMap(([domain, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
      idFields(endpoint).map((field) => ({ call: `${domain}.${name}`, domain, name, endpoint, field })),
    ),
  )

test('there are ids to sweep', () => {
  expect(ids.length).toBeGreaterThan(20)
  expect(cases.length).toBeGreaterThan(20)
})

const isEmptyList = (body: string) => body === '[]' || body.startsWith('{"threads":[],')

/** The ids to try: the right kind by the matrix, and those of a sixth of the tables; at night of every table. */
const sweptBy = (at: number, right: unknown): Set<string> =>
  new Set([
    ...([right].flat() as string[]).filter((id) => all.has(id)),
    ...ids.filter((_, place) => inject('nightly') || place % 6 === at % 6),
  ])

test.each(cases)("$call: somebody else's $field.name is answered like an unknown one", async (one) => {
  const { endpoint, field } = one
  const row = (rows as Record<string, Record<string, Row>>)[one.domain]![one.name]!
  const ask = async (id: string) => {
    const { status, body } = await answerTo(endpoint, { ...row.input(world), [field.name]: field.many ? [id] : id })
    // An address that it leads to may repeat what was asked for.
    return { status, body: body.replaceAll(id, 'asked') }
  }
  await app.database.sql('delete from rate_windows')
  const unknown = await ask(randomUUID())
  // A list of one's own that is narrowed by what is not one's own is empty.
  if (!isEmptyList(unknown.body) && endpoint.output !== 'redirect') expect([403, 404]).toContain(unknown.status)
  const swept = sweptBy(cases.indexOf(one), row.input(world)[field.name])
  for (const [at, id] of [...swept].entries()) {
    if (at % 4 === 3) await app.database.sql('delete from rate_windows')
    expect(await ask(id), id).toEqual(unknown)
  }
})

test("nothing is bought or calculated for a stranger among one's own people", async () => {
  const { club, dan } = world
  for (const id of [world.anna.memberId, world.alma, randomUUID()]) {
    const lines = [dan.memberId, id].map((memberId) => ({ memberId, season: club.season }))
    const order = { token: newToken(), membershipData: membershipData(lines) }
    expect(await answerTo(api.orders.prepare, order)).toMatchObject({ status: 404 })
    const both = { memberIds: [dan.memberId, id] }
    expect(await answerTo(api.memberships.calculateStatus, both)).toMatchObject({ status: 404 })
  }
})

test("a page that starts at somebody else's id shows nothing of theirs", async () => {
  for (const id of ids) {
    await app.database.sql('delete from rate_windows')
    for (const endpoint of [api.acting.acts, api.notifications.page]) {
      const { body } = await answerTo(endpoint, { before: id })
      expect(body).not.toMatch(/Anna|Alma|ROKLUB/)
    }
  }
})

test('an e-mail address reveals nothing about its owner', async () => {
  for (const endpoint of [api.members.searchEmail, api.members.byEmail, api.family.invitations]) {
    const answers = ['anna@example.com', 'carla@example.com', 'nobody@example.com'].map(async (email) =>
      answerTo(endpoint, { email }),
    )
    const [first, ...others] = await Promise.all(answers)
    expect(first!.status).toBe(404)
    for (const other of others) expect(other).toEqual(first)
  }
})

test('nobody acts for a stranger, however the header names them', async () => {
  for (const id of [...ids, randomUUID(), world.dan.token, '', '*', `${world.dan.memberId},x`]) {
    const asked = app.call(api.acting.current, {}, { as: world.dan.token, headers: { 'acting-for': id } })
    await expect(asked, id).rejects.toMatchObject({ status: 403, code: 'acting_for_ended' })
  }
})
