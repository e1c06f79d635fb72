import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onlyParameters } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/errors.ts'
import { outcomesOf, type Row } from '../testing/authorisation/authorisation-outcomes.ts'
import { rows } from '../testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type Who } from '../testing/authorisation/authorisation-world.ts'
import { calls, type Call } from '../testing/contract-fields.ts'
import { partsOf, send } from '../testing/raw-calls.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let built: Awaited<ReturnType<typeof buildAuthorisationWorld>>

beforeAll(async () => {
  app = await createTestApp()
  built = await buildAuthorisationWorld(app)
})
afterAll(() => app.close())

const callers = ['super admin', 'admin of the club', 'owner', 'anonymous'] as const satisfies readonly Who[]

/** The valid call of somebody who may make it, and a parameter that it does not have. */
async function answerTo(call: Call) {
  const row = (rows as Record<string, Record<string, Row>>)[call.domain]![call.action]!
  const { world, tokens } = built
  const who = callers.find((one) => outcomesOf(row)[one] === 'ok') ?? 'super admin'
  const token = tokens[who]
  const parts = partsOf(call, row.input(world))
  const response = await send(
    app.url,
    call,
    { ...parts, query: { ...parts.query, nosuch: '1' } },
    token ? { authorization: `Bearer ${token}` } : {},
  )
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const problem = isProblem ? ((await response.json()) as ProblemBody) : null
  await response.body?.cancel().catch(() => {})
  return { status: response.status, code: problem?.code, data: problem?.data }
}

describe('a parameter in the address that a call does not have', () => {
  const own = calls.filter(({ endpoint }) => onlyParameters(endpoint))
  const others = calls.filter(({ endpoint }) => !onlyParameters(endpoint))

  test.each(own)('is refused by $name, which names those it has', async (call) => {
    const known = onlyParameters(call.endpoint)
    expect(await answerTo(call)).toEqual({
      status: 400,
      code: 'unknown_parameter',
      data: { unknown: ['nosuch'], known },
    })
  })

  test.each(others)('is ignored by $name, which others call', async (call) => {
    const { status, code } = await answerTo(call)
    expect(code).not.toBe('unknown_parameter')
    expect(status).not.toBe(400)
  })

  test('is ignored by the calls of the specification alone, and by a calendar', () => {
    expect(others.length).toBeGreaterThan(40)
    expect(others.filter(({ endpoint }) => !endpoint.specified).map(({ name }) => name)).toEqual(['calendarFeeds.read'])
    expect(own.filter(({ endpoint }) => endpoint.path.includes('/office/')).length).toBeGreaterThan(40)
  })
})
