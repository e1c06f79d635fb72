import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Selection } from '#contract/orders/orders.ts'
import { outcomesOf, type Row } from '../testing/authorisation/authorisation-outcomes.ts'
import { rows } from '../testing/authorisation/authorisation-rows.ts'
import {
  actors,
  buildAuthorisationWorld,
  headersOf,
  type Who,
  type World,
} from '../testing/authorisation/authorisation-world.ts'
import { calls, fieldsOf, withValueAt, type Call, type Field } from '../testing/contract-fields.ts'
import { partsOf, readDescription, requireDescribed, send, type Description, type Parts } from '../testing/raw-calls.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const LONE = '\ud800'

/** Values that no field is meant for, by their attack. */
const hostile = fc.oneof(
  // Characters that a database or an encoder chokes on.
  fc
    .tuple(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('\0', LONE, '\udc00', '\uffff', '\u202e', '\u2028'),
      fc.string({ maxLength: 8 }),
    )
    .map((parts) => parts.join('')),
  // Longer than anything takes.
  fc.constantFrom(200, 3000).map((length) => 'x'.repeat(length)),
  // Out of every range, as numbers and as texts.
  fc
    .constantFrom(2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, -1, 0.5)
    .chain((number) => fc.constantFrom<unknown>(number, String(number))),
  fc.constantFrom(
    '0000-00-00',
    '9999-12-31',
    '2026-02-30',
    '+275760-09-13T00:00:00Z',
    `1999-01-01T00:00:00.${'1'.repeat(2000)}Z`,
  ),
  // Of another type.
  fc.constantFrom<unknown>(null, true, '', [], {}, [[[]]], { length: -1 }, ['a', 'b'], { $ne: null }, '__proto__'),
)
/** One of each kind for certain. By day a field gets one of them, or its limit, and the next field the next; at night all. */
const kinds: readonly unknown[] = [
  'a\0b',
  `a${LONE}b`,
  'x'.repeat(3000),
  2 ** 31,
  '99999999999999999999',
  null,
  ['a', 'b'],
  { a: 1 },
]

const perField = inject('nightly') ? kinds.length : 1
let given = 0
const nextKinds = (many: number) => Array.from({ length: many }, () => kinds[given++ % kinds.length])

interface Limit {
  readonly check: string
  readonly maximum?: number
  readonly value?: number
}

/** The most that a field takes, which its column has to take, too: letters of one byte, of four bytes, or a number. */
function mostOf({ endpoint }: Call, [part, ...path]: Field['path']): unknown[] {
  if (endpoint.method === 'GET') return []
  const schema = endpoint[part as 'params' | 'query' | 'headers' | 'body']
  const limits = fieldsOf(schema)
    .filter((field) => field.path.join(' ') === path.join(' '))
    .flatMap((field) => (field.schema.def as { checks?: { _zod: { def: Limit } }[] }).checks ?? [])
    .map(({ _zod }) => _zod.def)
  return limits.flatMap(({ check, maximum, value }): unknown[] => {
    if (check === 'less_than') return [value]
    return check === 'max_length' && maximum && maximum < 1e6 ? ['x'.repeat(maximum), '🛶'.repeat(maximum / 2)] : []
  })
}

let app: TestApp
let world: World
let tokens: Record<Who, string | undefined>
let described: Description
let made = 0
let accepted = 0

beforeAll(async () => {
  app = await createTestApp({ READS_PER_MINUTE: '1000000' })
  ;({ world, tokens } = await buildAuthorisationWorld(app))
  described = await readDescription(app.url)
  // Nothing is refused for being one of many.
  await app.database.sql(`
    create function count_nothing() returns trigger language plpgsql as 'begin return null; end';
    create trigger count_nothing before insert on rate_windows for each row execute function count_nothing()`)
})
afterAll(async () => {
  process.stdout.write(
    `${made} requests with hostile values, ${accepted} of them accepted, to ${calls.length} calls of the contract\n`,
  )
  await app.close()
})

/** Fields that the gateway and the specification's clients add where a schema leaves everything open. */
const openNames: Record<string, readonly string[]> = {
  paymentReturns: [
    'izytoken',
    'authorizationIdentifier',
    'paymentIdentifier',
    'savedCardIdentifier',
    'authorizationAccepted',
    'gatewayreason',
    'reason',
    'acquirer',
  ],
  notifications: ['2', 'title', 'message', 'messageThreadId'],
  members: ['email', 'firstName'],
}

describe.concurrent.each(calls.filter((call) => placesOf(call).length > 0))('$name', (call) => {
  const row = (rows as Record<string, Record<string, Row>>)[call.domain]![call.action]!
  const allowed = actors.find((one) => one !== 'anonymous' && outcomesOf(row)[one] === 'ok') ?? 'owner'

  test.each(placesOf(call))('%s', async (_, path) => {
    const who = path.at(-1) === 'comments' ? 'admin of the club' : allowed
    const token = tokens[who]
    const own = { ...(await headersOf(app, who, world)), ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const property = fc.asyncProperty(hostile, async (value) => {
      made++
      const parts = withValueAt(partsOf(call, row.input(world)), path, value) as Parts
      const response = await send(app.url, call, parts, own)
      const { status } = response
      if (status < 300) accepted++
      const error = status < 500 ? '' : app.log.findLast((line) => /"level":"(error|warn)"/.test(line))
      expect(status, `${JSON.stringify(value).slice(0, 100)}: ${error}`).toBeLessThan(500)
      await requireDescribed(described, call, response)
    })
    const most = mostOf(call, path)
    const limits = inject('nightly') ? most : most.slice(given % 2).slice(0, 1)
    const examples = [...limits, ...nextKinds(perField - Math.min(limits.length, 1))]
    await fc.assert(property, {
      examples: examples.map((value) => [value]),
      numRuns: examples.length + 1,
      endOnFailure: true,
    })
  })
})

/** Every place of a call that takes a value, with a title. */
function placesOf({ domain, endpoint }: Call): [string, Field['path']][] {
  const { params, query, headers, body } = endpoint
  const named = Object.entries({ params, query, headers, body }).flatMap(([part, schema]) => [
    ...fieldsOf(schema).map(({ path }) => [part, ...path]),
    ...(schema?.def.catchall ? ['unknown', ...(openNames[domain] ?? [])].map((name) => [part, name]) : []),
  ])
  const selection = body?.def.shape.membershipData
    ? fieldsOf(Selection).map(({ path }) => ['body', 'membershipData', ...path])
    : []
  const paths = [...named, ...selection].filter((path) => path.length > 1 || path[0] === 'body')
  return [...new Map(paths.map((path) => [path.join(' '), path]))]
}
