import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { Problem } from './problem.ts'
import { office, route, type Permission } from './route.ts'

const Thing = z.object({ name: z.string(), note: z.nullable(z.string()) })
const get = (path: string) => endpoint({ method: 'GET', path, summary: path, output: Thing, errors: ['not_found'] })
const ofPermission = (may: Extract<Permission, string>) =>
  route(get(`/test-api/may/${may}`), { may }, () => ({ name: may, note: null }))

/** Every club but one. */
const clubByKey = async (_: unknown, { orgKey: key }: { orgKey: string }) => {
  if (key === 'GONE') throw new Problem('not_found')
  return { id: key, key, name: `Club ${key}` }
}

let wrong = false
const write = async (tx: Tx) => {
  await tx.execute(sql`insert into worker_heartbeats (worker_id) values ('written by a route')`)
  if (wrong) throw new Problem('not_found')
  return { name: tx.brand, note: null }
}

const routes = [
  ...(['public', 'identity', 'member', 'operator'] as const).map(ofPermission),
  route(
    endpoint({ ...get('/test-api/org/{orgKey}'), params: z.object({ orgKey: z.string().check(z.minLength(2)) }) }),
    { may: office('inbox', clubByKey) },
    (_, { actor, organisation }) => ({ name: organisation.name, note: actor.memberId }),
  ),
  route(get('/test-api/undeclared'), { may: 'public' }, () => {
    throw new Problem('order_ended')
  }),
  route(get('/test-api/declared'), { may: 'public' }, () => {
    throw new Problem('not_found', { data: { until: '2026-01-01' } })
  }),
  {
    ...route(get('/test-api/known'), { may: 'identity' }, () => ({ name: 'looked up', note: null })),
    precheck: () => new Problem('not_found'),
  },
  route(get('/test-api/broken'), { may: 'public' }, () => {
    throw new Error('secret inside')
  }),
  route(get('/test-api/leak'), { may: 'public' }, () => ({ name: 'n', note: null, passwordHash: 'x' })),
  route(get('/test-api/shapeless'), { may: 'public' }, () => ({ name: 7, note: null }) as never),
  route(
    endpoint({
      method: 'POST',
      path: '/test-api/write',
      summary: '',
      body: z.object({}),
      output: Thing,
      errors: ['not_found'],
    }),
    { may: 'public' },
    write,
  ),
  route(
    endpoint({
      method: 'PUT',
      path: '/test-api/echo/{id}',
      summary: '',
      params: z.object({ id: z.string() }),
      query: z.looseObject({}),
      body: z.object({ name: z.string().check(z.minLength(2)) }),
      output: z.object({ id: z.string(), name: z.string(), token: z.optional(z.string()) }),
      errors: [],
    }),
    { may: 'public' },
    (_, __, input) => input as never,
  ),
  route(
    endpoint({
      method: 'POST',
      path: '/test-api/form',
      summary: '',
      body: z.object({ a: z.string() }),
      form: true,
      output: null,
      errors: [],
    }),
    { may: 'public' },
    () => {},
  ),
  route(
    endpoint({ method: 'GET', path: '/test-api/away', summary: '', output: 'redirect', errors: [] }),
    { may: 'public' },
    () => '//evil.example',
  ),
  route(
    endpoint({ method: 'GET', path: '/test-api/on', summary: '', output: 'redirect', errors: [] }),
    { may: 'public' },
    () => '/memberships?a=b',
  ),
  route(
    endpoint({
      method: 'GET',
      path: '/test-api/file',
      summary: '',
      output: 'file',
      files: ['application/pdf'],
      errors: [],
    }),
    { may: 'public' },
    () => ({
      contentType: 'application/pdf',
      fileName: 'Kvittering ø.pdf',
      bytes: new TextEncoder().encode('pdf'),
    }),
  ),
]

let http: TestHttp
beforeAll(async () => {
  http = await createTestHttp(routes)
})
beforeEach(() => {
  wrong = false
})
afterAll(() => http.close())

const ask = async (path: string, init: RequestInit & { as?: string } = {}) => {
  const { as, ...rest } = init
  const response = await fetch(`${http.url}/test-api${path}`, {
    redirect: 'manual',
    ...rest,
    headers: { ...(as ? { authorization: `Bearer ${as}` } : {}), ...(rest.headers as Record<string, string>) },
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
    ? (JSON.parse(text) as Record<string, unknown>)
    : undefined
  return { status: response.status, code: json?.code, json, text, headers: response.headers }
}
const json = (method: string, body: unknown) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const admin = 'anna+as+org=ROKLUB~role=SUPER_ADMIN'
const superAdmin = 'anna+as+org=ALL~role=SUPER_ADMIN'

test.each([
  ['public', undefined, 200],
  ['public', 'made-up', 200],
  ['identity', undefined, 401],
  ['identity', 'made-up', 401],
  ['identity', 'stranger', 200],
  ['member', undefined, 401],
  ['member', 'stranger', 403],
  ['member', 'disabled', 403],
  ['member', 'anna', 200],
  ['operator', undefined, 401],
  ['operator', 'anna', 403],
  ['operator', admin, 403],
  ['operator', superAdmin, 200],
])('%s for %s: %i', async (may, as, status) => {
  expect((await ask(`/may/${may}`, as ? { as } : {})).status).toBe(status)
})

test.each([
  [0, 200],
  [14, 200],
  [16, 401],
  ['unknown', 401],
])('an operator who signed in %s minutes ago: %i', async (minutes, status) => {
  const { code, headers, ...answer } = await ask('/may/operator', { as: `${superAdmin}+before+${minutes}` })
  expect(answer.status).toBe(status)
  if (status === 200) return
  expect(code).toBe('fresh_sign_in_required')
  expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age="900"')
  // Others need no fresh sign-in, and get no error about it.
  expect((await ask('/may/member', { as: `${superAdmin}+before+${minutes}` })).status).toBe(200)
  expect((await ask('/may/operator', { as: `${admin}+before+${minutes}` })).status).toBe(403)
})

test.each([
  ['ROKLUB', undefined, 'unauthenticated'],
  ['ROKLUB', 'stranger', 'member_required'],
  ['ROKLUB', 'disabled', 'member_disabled'],
  ['ROKLUB', 'anna', 'forbidden'],
  ['ROKLUB', 'anna+as+org=ROKLUB~role=USER', 'forbidden'],
  ['ROKLUB', 'anna+as+org=TENNIS~role=ADMIN', 'forbidden'],
  ['ROKLUB', 'anna+as+org=ROKLUB~role=ADMIN', undefined],
  ['roklub', 'anna+as+org=ROKLUB~role=ADMIN', undefined],
  ['ROKLUB', admin, undefined],
  ['ROKLUB', 'anna+as+org=ALL~role=ADMIN', undefined],
  // The operator looks at an office by a grant.
  ['ROKLUB', superAdmin, 'forbidden'],
  ['GONE', 'anna', 'not_found'],
  ['GONE', superAdmin, 'not_found'],
  ['x', 'anna', 'invalid_input'],
])('the office of %s for %s: %s', async (key, as, code) => {
  const { code: answered, json: body } = await ask(`/org/${key}`, as ? { as } : {})
  expect(answered).toBe(code)
  if (code === undefined) expect(body).toMatchObject({ name: `Club ${key}`, note: expect.any(String) as string })
})

test('a caller who leaves in the middle of a body causes no warning', async () => {
  const before = http.log.length
  const since = () => http.log.slice(before)
  const socket = connect(Number(new URL(http.url).port), '127.0.0.1')
  const head =
    'PUT /test-api/echo/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'
  socket.write(`${head}{"name":`, () => socket.destroy())
  await expect.poll(() => since().filter((line) => line.includes('"msg":"A call failed"')).length).toBeGreaterThan(0)
  expect(since().filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
})

test('a declared refusal is a problem with its data', async () => {
  const { status, json: body, headers } = await ask('/declared')
  expect(status).toBe(404)
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(body).toMatchObject({ code: 'not_found', status: 404, data: { until: '2026-01-01' } })
})

test.each([
  ['/known', 'debug'],
  ['/declared', 'info'],
])('a refusal by %s is logged as %s', async (path, level) => {
  expect(await ask(path, { as: 'anna' })).toMatchObject({ status: 404 })
  const lines = () => http.log.filter((line) => line.includes(`"/test-api${path}"`) && line.includes('"answered"'))
  await expect.poll(lines).not.toEqual([])
  expect(lines().every((line) => line.includes(`"level":"${level}"`))).toBe(true)
})

test('an undeclared refusal is an internal error and is logged as one', async () => {
  const { status, code } = await ask('/undeclared')
  expect([status, code]).toEqual([500, 'internal'])
  expect(
    http.log.some((line) => line.includes("does not declare 'order_ended'") && line.includes('"level":"error"')),
  ).toBe(true)
})

test('an unexpected error reveals nothing to the caller', async () => {
  const { status, text } = await ask('/broken')
  expect(status).toBe(500)
  expect(text).not.toContain('secret inside')
})

test('a field that the contract does not name is not sent', async () => {
  expect((await ask('/leak')).json).toEqual({ name: 'n', note: null })
})

test('an answer of another shape fails in development and test', async () => {
  expect((await ask('/shapeless')).status).toBe(500)
})

test('a write commits, and a refusal undoes it', async () => {
  const rows = () => http.database.sql("select 1 from worker_heartbeats where worker_id = 'written by a route'")
  wrong = true
  expect((await ask('/write', json('POST', {}))).status).toBe(404)
  expect(await rows()).toHaveLength(0)
  wrong = false
  expect((await ask('/write', json('POST', {}))).json).toEqual({ name: 'tx', note: null })
  expect(await rows()).toHaveLength(1)
})

test('path parameters win over the query, and a free query is passed on', async () => {
  expect((await ask('/echo/7?id=8&token=t', json('PUT', { name: 'abc' }))).json).toEqual({
    id: '7',
    name: 'abc',
    token: 't',
  })
})

test('invalid fields are named one by one', async () => {
  const { status, json: body } = await ask('/echo/7', json('PUT', { name: 'a' }))
  expect(status).toBe(422)
  expect(body?.errors).toEqual([{ path: 'name', message: expect.stringContaining('2') as string }])
})

test.each([
  ['no JSON', { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } }, 422, 'invalid_input'],
  [
    'a poisoned prototype',
    { method: 'PUT', body: '{"__proto__":{}}', headers: { 'content-type': 'application/json' } },
    422,
    'invalid_input',
  ],
  ['a form', { method: 'PUT', body: new URLSearchParams({ name: 'abc' }) }, 415, 'unsupported_media_type'],
  ['too much', json('PUT', { name: 'a'.repeat(101_000) }), 413, 'payload_too_large'],
])('a body with %s is refused', async (_, init, status, code) => {
  const answer = await ask('/echo/7', init)
  expect([answer.status, answer.code]).toEqual([status, code])
})

test('a form is read where one is declared, and no other body there', async () => {
  expect((await ask('/form', { method: 'POST', body: new URLSearchParams({ a: 'b' }) })).status).toBe(204)
  expect((await ask('/form', json('POST', { a: 'b' }))).status).toBe(415)
})

test('a form has the same size limit as any body', async () => {
  const { status, code } = await ask('/form', { method: 'POST', body: new URLSearchParams({ a: 'b'.repeat(101_000) }) })
  expect([status, code]).toEqual([413, 'payload_too_large'])
})

test('a redirect stays within the portal', async () => {
  const { status, headers } = await ask('/on')
  expect([status, headers.get('location')]).toEqual([303, '/memberships?a=b'])
  expect((await ask('/away')).status).toBe(500)
})

test('a file is a download with its name', async () => {
  const { headers, text } = await ask('/file')
  expect(text).toBe('pdf')
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Kvittering _.pdf"; filename*=UTF-8''Kvittering%20%C3%B8.pdf`,
  )
})

test('an unknown call is answered with a problem', async () => {
  expect((await ask('/nothing')).code).toBe('not_found')
})
