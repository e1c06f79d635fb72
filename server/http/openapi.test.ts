import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { integerInQuery } from '#contract/values.ts'
import { jsonSchema } from './json-schema.ts'
import { openApi } from './openapi.ts'
import { route } from './route.ts'

const named = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints).map(([action, endpoint]) => ({
    name: `${domain}.${action}`,
    route: route(endpoint as Endpoint, { may: 'member' }, () => null as never),
  })),
)
const { paths } = openApi(named, { title: 'API', version: '1', product: 'izy', url: 'https://portal.example' })
const operations = Object.values(paths).flatMap((path) => Object.values(path)) as {
  operationId: string
  responses: Record<string, { content?: Record<string, unknown> }>
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
  const patterns = patternsIn(paths)
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
