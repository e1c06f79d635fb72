import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { arbitraryOf, type KnownIds } from '../testing/arbitrary-of.ts'
import { outcomesOf, type Row } from '../testing/authorisation/authorisation-outcomes.ts'
import { rows } from '../testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type Who, type World } from '../testing/authorisation/authorisation-world.ts'
import { calls, type Call } from '../testing/contract-fields.ts'
import { partsOf, readDescription, requireDescribed, send, type Description, type Parts } from '../testing/raw-calls.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** Of every call. At night 15,000 requests in all. */
const perCall = inject('nightly') ? Math.ceil(15_000 / calls.length) : 1
/** By day always the same. The night's is printed, and stands here to repeat a failure. */
const seed = inject('nightly') ? Date.now() % 1e9 : 1

const callers = ['owner', 'admin of the club', 'super admin'] as const satisfies readonly Who[]

/** Of a request's head, which Node reads up to 16 kB of. */
const LONGEST_ADDRESS = 12_000

let app: TestApp
let described: Description
const statuses = new Map<number, number>()

beforeAll(async () => {
  app = await createTestApp()
  described = await readDescription(app.url)
})
afterAll(async () => {
  const counts = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`)
  process.stdout.write(`fuzz, seed ${seed}: ${counts.join(', ')}\n`)
  await app.close()
})

/** A world with one of every thing, in which nothing is refused for being one of many. By day one for all calls: each is asked once. */
let built: ReturnType<typeof buildWorld> | undefined
const worldFor = () => (inject('nightly') ? buildWorld() : (built ??= buildWorld()))

async function buildWorld() {
  await app.database.empty()
  const { world, tokens } = await buildAuthorisationWorld(app)
  await app.database.sql(`
    create or replace function count_nothing() returns trigger language plpgsql as 'begin return null; end';
    create or replace trigger count_nothing before insert on rate_windows for each row execute function count_nothing()`)
  return { world, tokens, ids: await knownIds() }
}

/** Every id of the database, by the name of the fields that mean it. */
async function knownIds(): Promise<KnownIds> {
  const columns = await app.database.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'uuid'`,
  )
  const byName = new Map<string, string[]>()
  for (const { table, column } of columns) {
    const found = await app.database.sql<{ id: string }>(
      `select distinct "${column}" as id from "${table}" where "${column}" is not null limit 20`,
    )
    const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    byName.set(name, [...(byName.get(name) ?? []), ...found.map(({ id }) => id)])
  }
  const all = [...new Set([...byName.values()].flat())].toSorted()
  return (name) => {
    const own = byName.get(name.replace(/Ids$/, 'Id')) ?? []
    return own.length > 0 ? own : all
  }
}

const part = (schema: Call['endpoint']['params'], ids: KnownIds) =>
  (schema ? arbitraryOf(schema, ids) : fc.constant({})) as fc.Arbitrary<Record<string, unknown>>

/** Requests to a call: mostly a valid one with a few fields changed, sometimes all of them. */
function requestsTo(call: Call, world: World, ids: KnownIds): fc.Arbitrary<Parts> {
  const row = (rows as Record<string, Record<string, Row>>)[call.domain]![call.action]!
  const valid = partsOf(call, row.input(world))
  const { params, query, body } = call.endpoint
  const names = [params, query, body].flatMap((schema) => Object.keys(schema?.def.shape ?? {}))
  const some = fc.oneof(
    { weight: 7, arbitrary: fc.subarray(names, { maxLength: Math.min(3, names.length) }) },
    { weight: 2, arbitrary: fc.constant(names.filter((name) => name !== 'orgId')) },
    { weight: 1, arbitrary: fc.constant(names) },
  )
  return fc
    .record({ changed: some, params: part(params, ids), query: part(query, ids), body: part(body, ids) })
    .map(({ changed, ...made }) => {
      const mixed = (from: unknown, fresh: Record<string, unknown>) => ({
        ...(from as object),
        ...Object.fromEntries(
          Object.entries(fresh).filter(([name, value]) => changed.includes(name) && value !== undefined),
        ),
      })
      return {
        params: mixed(valid.params, made.params),
        query: mixed(valid.query, made.query),
        headers: valid.headers,
        body: body ? mixed(valid.body, made.body) : valid.body,
      }
    })
}

describe.each([...new Set(calls.map(({ domain }) => domain))])('%s', (domain) => {
  test('answers every made-up request with what its contract says', async () => {
    const { world, tokens, ids } = await worldFor()
    const failures: string[] = []
    for (const call of calls.filter((one) => one.domain === domain)) {
      const row = (rows as Record<string, Record<string, Row>>)[domain]![call.action]!
      const allowed = callers.filter((who) => outcomesOf(row)[who] === 'ok')
      const who = fc.oneof(fc.constantFrom(...callers), fc.constantFrom(...(allowed.length > 0 ? allowed : callers)))
      const made = fc.sample(fc.record({ who, parts: requestsTo(call, world, ids) }), { seed, numRuns: perCall })
      for (const { who: caller, parts } of made) {
        const response = await send(app.url, call, parts, { authorization: `Bearer ${tokens[caller]}` })
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        const fault = await faultOf(call, response)
        if (fault) failures.push(`${call.name} by ${caller}: ${fault}\n${JSON.stringify(parts).slice(0, 1500)}`)
      }
      // Made-up requests disable people and close clubs, too.
      await app.database.sql(`update members set enabled = true where not enabled`)
      await app.database.sql(`update organisations set state = 'live' where state <> 'live'`)
    }
    expect(failures.join('\n\n')).toBe('')
  })
})

/** The fault of an answer; null if there is none. */
async function faultOf(call: Call, response: Response): Promise<string | null> {
  // Refused before it has a route.
  if (response.status === 413 && response.url.length > LONGEST_ADDRESS) return response.text().then(() => null)
  if (response.status >= 500)
    return `${response.status} ${app.log.findLast((line) => /"level":"(error|warn)"/.test(line))?.slice(0, 1200)}`
  return requireDescribed(described, call, response).then(
    () => null,
    (error: Error) => error.message,
  )
}
