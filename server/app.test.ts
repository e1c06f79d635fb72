import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { codesOf, nameRoutes } from './http/openapi.ts'
import { listenForMonitoring } from './http/listen.ts'
import { route } from './http/route.ts'
import { freePort } from './testing/outside/free-port.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface OpenApi {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; security: unknown[]; requestBody?: unknown; responses: Record<string, unknown> }
    >
  >
}
const endpoints = Object.entries(api).flatMap(([domain, some]) =>
  Object.entries(some).map(([name, one]) => ({ id: `${domain}_${name}`, one })),
)

test('the API describes every call of the contract with its refusals', async () => {
  const specification = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApi
  expect(specification.openapi).toBe('3.1.0')
  const operations = Object.values(specification.paths).flatMap((path) => Object.values(path))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted())
  for (const { id, one } of endpoints) {
    const operation = specification.paths[one.path.replace('{product}', 'izy')]?.[one.method.toLowerCase()]
    const described = JSON.stringify(operation?.responses)
    for (const code of one.errors) expect(described, id).toContain(`"${code}"`)
  }
  const callback = operations.find(({ operationId }) => operationId === 'paymentReturns_membershipCallback')
  expect(callback?.security).toEqual([])
  const upload = operations.find(({ operationId }) => operationId === 'members_putImage')
  expect(upload).toMatchObject({
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: { 413: { description: "What you're sending is too large. Make it smaller and try again." } },
  })
})

test('the API reference is served by the portal, loads nothing from elsewhere, and lists every code', async () => {
  const response = await fetch(`${app.url}/docs`)
  const page = await response.text()
  const policy = response.headers.get('content-security-policy')!
  const hash = createHash('sha256').update(/<script type[^>]*>([^]*?)<\/script>/.exec(page)![1]!)
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash.digest('base64')}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(page).toContain('"url": "/openapi.json"')
  expect(page).toContain('"telemetry": false')
  expect(page).not.toMatch(/https?:/)
  const script = await fetch(new URL(/<script src="([^"]+)"/.exec(page)![1]!, response.url))
  expect([script.status, new URL(script.url).origin]).toEqual([200, app.url])
  expect(script.headers.get('content-security-policy')).toContain("default-src 'none'")
  const { info } = (await (await fetch(`${app.url}/openapi.json`)).json()) as { info: { description: string } }
  for (const code of Object.keys(errors)) expect(info.description).toContain(`- \`${code}\` (`)
})

test('an endpoint without a route and a route without an endpoint are named and stop the start', () => {
  const one = route(organisations.list, { may: 'public' }, () => [])
  const stranger = route(
    endpoint({ method: 'GET', path: '/x', summary: '', output: null, errors: [] }),
    { may: 'public' },
    () => {},
  )
  expect(() => nameRoutes({ organisations }, [one, one, stranger])).toThrow(
    /organisations\.list has two routes.*organisations\.membershipConfigurations has no route.*GET \/x/s,
  )
})

test('a call for members may also answer member_required', () => {
  const codes = codesOf(route(organisations.list, { may: 'member' }, () => []))
  expect(codes).toEqual(expect.arrayContaining(['member_required', 'member_disabled', 'unauthenticated']))
})

test('it is healthy and ready, and measures calls by route', async () => {
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({
    ready: true,
    database: true,
    migrations: true,
    jobs: true,
  })
  await fetch(`${app.url}/izy-org-api/api/v1/org/list`)
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  expect(metrics).toMatch(
    /portal_http_request_seconds_count\{method="GET",route="\/\{product\}-org-api\/api\/v1\/org\/list",status="401"\} 1/,
  )
  expect(metrics).toContain('portal_database_connections{pool="reserved"')
  expect(metrics).toContain('nodejs_eventloop_lag_seconds')
})

test('a read-only database and a faulty external component are reported; reads continue', async () => {
  const other = await createTestApp({ SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1' })
  const monitoring = await listenForMonitoring(
    { ...other.context, ...other.context.config },
    { host: '127.0.0.1', port: await freePort(), variable: 'METRICS_PORT' },
  )
  await other.database.sql(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  )
  const response = await fetch(`http://127.0.0.1:${monitoring!.port}/readyz`)
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      ready: true,
      database: true,
      migrations: true,
      jobs: true,
      degraded: ['database', 'mail'],
      reasons: {
        database: expect.stringContaining('DATABASE_URL: this database takes no writes') as string,
        mail: 'SMTP_URL: 127.0.0.1:1 takes no mail (ECONNREFUSED): correct the address, or see whether the mail server is down',
      },
    },
  ])
  expect(other.log.join('')).toContain('Degraded')
  const metrics = await (await fetch(`${other.url}/metrics`)).text()
  for (const part of ['database', 'mail']) expect(metrics).toContain(`portal_degraded{part="${part}"} 1`)
  await monitoring!.close()
  await other.close()
})

test('logs contain the route pattern, never tokens from the address', async () => {
  const token = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7dEf0h'
  await fetch(`${app.url}/izy-member-api/api/v1/member/order/${token}?q=secret-query`)
  expect(app.log.join('')).toContain('/member/order/{token}')
  expect(app.log.join('')).not.toContain(token)
  expect(app.log.join('')).not.toContain('secret-query')
})

test('a database that lacks a migration is not ready', async () => {
  const other = await createTestApp()
  await other.database.sql('delete from portal_migrations')
  const response = await fetch(`${other.url}/readyz`)
  expect([response.status, await response.json()]).toEqual([
    503,
    { ready: false, database: true, migrations: false, jobs: true },
  ])
  await other.close()
})
