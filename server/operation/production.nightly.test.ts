import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import fastify from 'fastify'
import { addSecurityHeaders } from '../http/security-headers.ts'
import { freePort } from '../testing/outside/free-port.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const required = {
  PUBLIC_URL: 'https://portal.example.org',
  DATABASE_URL: '',
  OIDC_ISSUER: 'https://login.example.org/realms/izy',
  FREEPAY_GATEWAY_URL: 'https://gw.example.org',
  FREEPAY_MANAGEMENT_URL: 'https://mw.example.org/api/v2',
  SMTP_URL: 'smtps://user:pw@mail.example.org',
  MAIL_FROM: 'Portal <portal@example.org>',
  SECRETS_KEY: 'Zr8qk1Jd0mXv5Tn2Ls9Wb4Hy7Pc3Gf6A',
}

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  required.DATABASE_URL = database.url
  folder = mkdtempSync(path.join(tmpdir(), 'production-test-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const running: ChildProcess[] = []
afterAll(() => running.forEach((child) => child.kill('SIGKILL')))

// Compiled once, for all these processes.
const NODE_COMPILE_CACHE = path.resolve('dist/compile-cache')

/** Each of them starts processes. */
const atNight = test.runIf(inject('nightly'))

/** Exactly this environment, as a container gives it. */
function start(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE, ...env },
    stdio: 'pipe',
  })
  running.push(child)
  const out = text(child.stdout)
  const err = text(child.stderr)
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const outcome = async () => ({ code: await ended, out: await out, err: await err })
  return { child, outcome }
}

// The worker reads the same settings; that it starts with them is below.
describe.each(['server/main.ts', ...(inject('nightly') ? ['scripts/start.mjs worker'] : [])])('%s', (entry) => {
  const args = entry.split(' ')

  test('names every missing component and exits', async () => {
    const { code, out, err } = await start(args, {}).outcome()
    expect(code).toBe(1)
    for (const name of Object.keys(required)) expect(err).toContain(`${name} is missing`)
    expect(out).toBe('')
    // Sentences for an operator, not a trace of the code.
    expect(err).not.toMatch(/\.ts:\d+/)
  })

  test('names every development, weak or unencrypted setting', async () => {
    const wrong = {
      SECRETS_KEY: 'development-only-key-that-production-refuses',
      SECRETS_KEY_PREVIOUS: 'a'.repeat(40),
      SIMULATORS_URL: 'http://127.0.0.1:3100',
      CRASH_AT: 'settle.captured',
      OIDC_ISSUER: 'http://login.example.org',
      FREEPAY_GATEWAY_URL: 'http://gw.example.org',
      FREEPAY_MANAGEMENT_URL: 'http://mw.example.org',
      PUBLIC_URL: 'http://portal.example.org',
      WHATSAPP_URL: 'http://wa.example.org',
    }
    const { code, err } = await start(args, { ...required, ...wrong }).outcome()
    expect(code).toBe(1)
    expect(err.split('\n')).toEqual(
      expect.arrayContaining(
        [
          'SECRETS_KEY is the development default',
          'SECRETS_KEY_PREVIOUS is too weak',
          'SIMULATORS_URL has no place in production',
          'CRASH_AT has no place in production',
          'OIDC_ISSUER is no address that begins with https://',
          'FREEPAY_GATEWAY_URL is no address that begins with https://',
          'FREEPAY_MANAGEMENT_URL is no address that begins with https://',
          'PUBLIC_URL is no address that begins with https://',
          'WHATSAPP_URL is no address that begins with https://',
        ].map((sentence) => expect.stringContaining(sentence) as string),
      ),
    )
  })
})

atNight('refuses the demo world and the simulators', async () => {
  for (const script of ['scripts/seed.ts', 'simulators/main.ts']) {
    const { code } = await start([script], required).outcome()
    expect(code, script).toBe(1)
  }
  expect(await database.sql('select 1 from organisations')).toEqual([])
})

/** Every file that a process loads, one a line. */
const recorder = (file: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + '\\n'); return next(url, context) } })`)}`

const loadedBy = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
const notForProduction =
  /\/(simulators|testing|scripts|e2e|bench|chaos)\/|node_modules\/(oidc-provider|smtp-server|postal-mime|vite|vitest|fast-check|@playwright)\//

describe('a server in production', () => {
  let url: string
  let server: ReturnType<typeof start>
  let loaded: string
  beforeAll(async () => {
    loaded = path.join(folder, 'server')
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    server = start(['--import', recorder(loaded), 'server/main.ts'], {
      ...required,
      HOST: '127.0.0.1',
      PORT: String(port),
    })
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await wait(50)
  })

  test.each([
    '/simulators',
    '/simulators/card-gateway',
    '/simulators/card-gateway/ledger.json',
    '/simulators/card-gateway/gw/api/payment',
    '/simulators/mailbox/messages.json',
    '/simulators/whatsapp/messages.json',
    '/simulators/faults',
    '/realms/izy',
    '/realms/izy/.well-known/openid-configuration',
    '/realms/izy/protocol/openid-connect/auth',
    '/seed',
    '/debug',
  ])('%s is not there', async (address) => {
    for (const [method, accept] of [
      ['GET', 'application/json'],
      ['GET', 'text/html'],
      ['POST', '*/*'],
    ] as const) {
      const response = await fetch(url + address, { method, redirect: 'manual', headers: { accept } })
      expect([method, accept, response.status]).toEqual([method, accept, 404])
      expect(await response.text()).not.toMatch(/simulat/i)
    }
  })

  test('has no demo data: the database is as migrated', async () => {
    expect(await database.sql('select 1 from organisations union all select 1 from members')).toEqual([])
  })

  test('every answer requires https, and pages load nothing over http', async () => {
    const { headers } = await fetch(`${url}/`, { headers: { accept: 'text/html' } })
    expect(Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])).toBeGreaterThanOrEqual(
      31_536_000,
    )
    // Other names of the club's domain are not the portal's to decide about, unless HSTS_SUBDOMAINS says so.
    expect(headers.get('strict-transport-security')).not.toContain('includeSubDomains')
    const wider = fastify()
    await addSecurityHeaders(wider, { publicUrl: required.PUBLIC_URL, hstsSubdomains: true })
    const { headers: wide } = await wider.inject('/')
    expect(wide['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain('upgrade-insecure-requests')
    expect(policy).not.toMatch(/http:|unsafe|127\.0\.0\.1/)
    expect(policy).toContain("connect-src 'self' https://login.example.org")
    expect(policy).toContain("form-action 'self' https://login.example.org https://gw.example.org")
  })

  test('loads nothing of simulators, tests or scripts, and drains on a signal', async () => {
    server.child.kill('SIGTERM')
    const { code, out, err } = await server.outcome()
    expect([code, err]).toEqual([0, ''])
    const files = loadedBy(loaded)
    expect(files.filter((file) => file.includes('/server/domains/')).length).toBeGreaterThan(20)
    expect(files.filter((file) => notForProduction.test(file))).toEqual([])
    // One JSON line each, without secrets of the configuration.
    for (const line of out.trim().split('\n')) expect(() => void JSON.parse(line)).not.toThrow()
    for (const secret of [required.SECRETS_KEY, new URL(database.url).password, 'user:pw'])
      expect(out).not.toContain(secret)
  })
})

atNight('a worker in production serves health and metrics only, loads no simulator, and stops cleanly', async () => {
  const loaded = path.join(folder, 'worker')
  const port = await freePort()
  const worker = start(['--import', recorder(loaded), 'server/worker.ts'], {
    ...required,
    HOST: '127.0.0.1',
    WORKER_PORT: String(port),
  })
  const ask = (address: string) => fetch(`http://127.0.0.1:${port}${address}`)
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
  expect((await ask('/healthz')).status).toBe(200)
  expect(await (await ask('/metrics')).text()).toContain('portal_jobs_total')
  for (const address of ['/', '/docs', '/izy-org-api/api/v1/org/list']) expect((await ask(address)).status).toBe(404)
  await expect.poll(() => database.sql('select 1 from worker_heartbeats')).not.toEqual([])
  worker.child.kill('SIGTERM')
  const { code, err } = await worker.outcome()
  expect([code, err]).toEqual([0, ''])
  expect(loadedBy(loaded).filter((file) => notForProduction.test(file))).toEqual([])
})

atNight('a server whose key cannot read the database does not start', async () => {
  await database.sql(
    `insert into organisations (id, key, name, contact_email) values ($1, 'ROKLUB', 'x', 'x@x.example')`,
    ['01890000-0000-7000-8000-00000000000a'],
  )
  await database.sql(
    `insert into payment_configurations (id, org_id, key_encrypted) values ($1, $1, 'v2.other123.AAAA')`,
    ['01890000-0000-7000-8000-00000000000a'],
  )
  const { code, err } = await start(['server/main.ts'], required).outcome()
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('SECRETS_KEY cannot read payment_configurations.key_encrypted'),
  ])
})
