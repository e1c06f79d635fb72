import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { ACTING_FOR, type Endpoint } from '#contract/endpoint.ts'
import * as exported from '#contract/schemas.ts'
import { integerInQuery } from '#contract/values.ts'
import { jsonSchema, type JsonSchema } from './json-schema.ts'
import { openApi } from './openapi.ts'
import { route } from './route.ts'

const named = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints).map(([action, endpoint]) => ({
    name: `${domain}.${action}`,
    route: route(endpoint as Endpoint, { may: 'member' }, () => null as never),
  })),
)
const whole = openApi(named, { title: 'API', version: '1', product: 'izy', url: 'https://portal.example' })
const { paths, components } = whole
const operations = Object.values(paths).flatMap((one) => Object.values(one)) as {
  operationId: string
  parameters: {
    name: string
    required: boolean
    description?: string
    style?: string
    explode?: boolean
    schema: JsonSchema
  }[]
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}[]

const answersOf = (operationId: string) =>
  Object.keys(operations.find((one) => one.operationId === operationId)!.responses['200']!.content!)

test('a file is described by its media types', () => {
  expect(answersOf('tickets_pdf')).toEqual(['application/pdf'])
  expect(answersOf('tickets_calendar')).toEqual(['text/calendar'])
  expect(answersOf('events_picture')).toEqual(['image/avif', 'image/jpeg', 'image/png', 'image/webp'])
  expect(answersOf('members_image')).toEqual(['image/webp'])
  expect(answersOf('conversations_attachment')).toEqual(['application/pdf', 'image/webp', 'text/plain'])
  for (const {
    name,
    route: { endpoint },
  } of named)
    if (endpoint.output === 'file') expect(answersOf(name.replace('.', '_')), name).not.toEqual([])
})

/** Every pattern of the description, with where it stands. */
function patternsIn(node: unknown, at = ''): [string, string][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string'
      ? [[at, value] as [string, string]]
      : patternsIn(value, `${at}/${key}`),
  )
}

test("every pattern also compiles in Python's re", () => {
  const patterns = patternsIn({ paths, components })
  expect(patterns.length).toBeGreaterThan(100)
  /** Escapes of letters that both languages have; Python refuses any other. */
  const foreignEscape = /\\(?![dDwWsSbBnrtfv]|x[\da-f]{2}|u[\da-f]{4}|[^A-Za-z])/i
  for (const [at, pattern] of patterns) {
    expect(() => new RegExp(pattern), at).not.toThrow()
    expect(pattern, at).not.toMatch(foreignEscape)
    // Named groups and empty classes are written in another way there.
    expect(pattern, at).not.toMatch(/\(\?<(?![=!])|\[\^?\]/)
  }
})

test('a number in the query is described as a number', () => {
  expect(jsonSchema(z.object({ limit: z.optional(integerInQuery(1, 100)) }), 'input')).toEqual({
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 1, maximum: 100 } },
  })
})

test('every schema that a file of the contract exports is among those that the description can name', async () => {
  const folder = path.resolve(import.meta.dirname, '../../contract')
  const known = new Set(Object.values<unknown>(exported))
  const missing: string[] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
    /^[\w/-]+\.ts$/.test(one),
  ))
    for (const [name, value] of Object.entries((await import(path.join(folder, file))) as object))
      if (typeof value === 'object' && value !== null && '_zod' in value && !known.has(value))
        missing.push(`${file}: ${name}`)
  expect(missing).toEqual([])
})

/** The name of an answer, or of what an answer is a list of; null without one. */
function nameOf(schema: JsonSchema): string | null {
  if (typeof schema['$ref'] === 'string') return schema['$ref']
  if (schema.type === 'array') return nameOf(schema['items'] as JsonSchema)
  const [first, second] = schema.anyOf ?? []
  if (first && second?.type === 'null') return nameOf(first)
  return schema.type === 'string' ? 'string' : null
}

test('every answer has a name, and what the domain is made of has the names that people expect', () => {
  const anonymous = operations.filter(({ responses }) => {
    const schema = responses['200']?.content?.['application/json']?.schema
    return schema && !nameOf(schema)
  })
  expect(anonymous.map(({ operationId }) => operationId)).toEqual([])
  const domain = ['Event', 'Member', 'Membership', 'Order', 'Ticket', 'Coupon', 'Organisation', 'Notification', 'Money']
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...domain, 'Problem']))
  expect(Object.values(components.schemas).filter((one) => '$ref' in one)).toEqual([])
})

/** Where every reference leads. */
const referencesIn = (node: unknown): string[] =>
  [...JSON.stringify(node).matchAll(/"\$ref":"([^"]*)"/g)].map(([, target = '']) => target)

test('every parameter of the contract is described', () => {
  for (const {
    name,
    route: { endpoint },
  } of named) {
    const { params, query, headers } = endpoint
    const wanted = [params, query, headers].flatMap((one) => Object.keys(one?.def.shape ?? {}))
    const described = operations.find((one) => one.operationId === name.replace('.', '_'))!.parameters
    expect(
      described.map((one) => one.name).filter((one) => one !== ACTING_FOR),
      name,
    ).toEqual(wanted)
  }
})

test('every reference leads to a component, every component is used, and the whole stays small', () => {
  const there = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`)
  expect([...new Set(referencesIn(whole))].toSorted()).toEqual(there.toSorted())
  expect(JSON.stringify(whole).length).toBeLessThan(operations.length * 3870)
})

test('days, moments, currencies and ids say their form, lists of ids how they are sent, filters their grammar', () => {
  const { LocalDate, Moment, Money, Id, Language } = components.schemas as Record<string, JsonSchema>
  expect(LocalDate).toMatchObject({ type: 'string', format: 'date' })
  expect(Moment).toMatchObject({ type: 'string', format: 'date-time' })
  expect(Money?.properties?.['currency']).toMatchObject({ pattern: '^[A-Z]{3}$' })
  expect(Id).toMatchObject({ type: 'string', format: 'uuid' })
  expect(Language).toMatchObject({ enum: ['da', 'en'] })
  const parameters = operations.flatMap((one) => one.parameters)
  const lists = parameters.filter(({ schema }) => schema.type === 'array')
  expect(lists.map(({ name }) => name)).toContain('ids')
  for (const one of lists) expect(one).toMatchObject({ style: 'form', explode: false })
  const filters = parameters.filter(({ name }) => name === 'filter')
  expect(filters.length).toBeGreaterThan(2)
  for (const { description } of filters) expect(description).toMatch(/^JSON: a condition, .* Fields: \w+ \(\w+/)
  const schemas = named.flatMap(({ route: { endpoint } }) => endpoint.query?.def.shape['filter'] ?? [])
  const examples = filters.map(({ description }) => description!.split('For example ')[1])
  expect(schemas.map((one, index) => z.safeParse(one as z.ZodMiniType, examples[index]).success)).toEqual(
    filters.map(() => true),
  )
})

test('the handle that the payment calls refuse to go without is required', () => {
  const handles = operations.flatMap((one) => one.parameters).filter(({ name }) => name === 'freepayauthtoken')
  expect(handles.map(({ required }) => required)).toEqual(Array(6).fill(true))
})

/** Every object and list of words of the description by what it says, with where it stands. */
function shapesIn(node: unknown, at = ''): [string, string][] {
  if (typeof node !== 'object' || node === null) return []
  const { properties, enum: words } = node as { properties?: object; enum?: unknown[] }
  const said = (key: string, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value)
  const own = properties ? { properties, required: (node as JsonSchema).required } : words?.toSorted()
  return [
    ...(own ? [[JSON.stringify(own, said), at] as [string, string]] : []),
    ...Object.entries(node).flatMap(([key, value]) => shapesIn(value, `${at}/${key}`)),
  ]
}

test('equal schemas have one name, so that a client has them once', () => {
  const bySaid = Map.groupBy(shapesIn({ paths, components }), ([said]) => said)
  const twice = [...bySaid.values()].filter((some) => some.length > 1)
  const shared = twice.map((some) =>
    some
      .map(([, at]) => at.replace('/components/schemas/', ''))
      .toSorted()
      .join(' '),
  )
  // A line of an order, and what a question is about; what is answered, and what is sent.
  expect(shared.toSorted()).toEqual(['AnyFields Received', 'LineKind TopicKind', 'LocalPages LocalText'])
})
