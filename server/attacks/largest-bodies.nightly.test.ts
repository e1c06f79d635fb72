import { beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { newId } from '#server/database/new-id.ts'
import { jsonSchema, type JsonSchema } from '#server/http/json-schema.ts'
import { calls, defOf } from '#server/testing/contract-fields.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await sharedApp()))

/** A value as long as the schema lets one be; its texts are not what patterns ask for. */
function longest({ type, anyOf, allOf, properties = {}, items, maxItems, maxLength, ...rest }: JsonSchema): unknown {
  const long = (schemas: readonly JsonSchema[]) =>
    schemas.map(longest).toSorted((a, b) => JSON.stringify(b ?? '').length - JSON.stringify(a ?? '').length)[0]
  if (rest['enum']) return (rest['enum'] as unknown[])[0]
  if (anyOf ?? allOf) return long((anyOf ?? allOf) as JsonSchema[])
  switch (type) {
    case 'string':
      return rest['format'] === 'uuid' ? newId() : 'æ'.repeat(Number(maxLength ?? 10))
    case 'array':
      return Array.from({ length: Number(maxItems) }, () => longest(items as JsonSchema))
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, longest(one)]))
    case 'integer':
    case 'number':
      return -2_147_483_648
    default:
      return rest['const'] ?? true
  }
}

/** As Python writes it. */
const escaped = (value: unknown) => JSON.stringify(value).replace(/[^\0-~]/g, String.raw`\u00e6`)

const written = calls.filter(({ endpoint: { body, form } }) => body && !form)

test('the longest body of every call fits through the door', async () => {
  const refused: string[] = []
  for (const { name, endpoint } of written) {
    const body = escaped(longest(jsonSchema(endpoint.body!, 'input')))
    const { status } = await fetch(app.url + pathOf(endpoint.path, app.context.config.product.key), {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (status === 413) refused.push(`${name}: ${body.length}`)
  }
  expect(written.length).toBeGreaterThan(90)
  expect(refused).toEqual([])
})

test('five thousand ids are among them wherever a call takes ids of a list', () => {
  const ofIds = written.filter(({ endpoint: { body } }) => defOf(body!).shape?.['ids'])
  const ids = Array.from({ length: 5000 }, newId)
  const most = ofIds.flatMap(({ name, endpoint: { body } }) => {
    const field = defOf(body!).shape!['ids']!
    return field.safeParse(ids).success ? [name] : []
  })
  expect(most.length).toBeGreaterThan(6)
})

test('a body that is longer than any valid one is refused', async () => {
  const { status } = await fetch(`${app.url}/izy-member-api/api/v1/office-exports/members`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ search: 'x'.repeat(400_000) }),
  })
  expect(status).toBe(413)
})
