import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, type StatsFs } from 'node:fs'
import fs from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { diskFullAt, inTransaction } from './database/db.ts'
import { sql } from './database/sql.ts'
import { countProxies } from './http/proxy-count.ts'
import { checkCertificate, checkClock, checkDisk, healthChecks } from './health-checks.ts'
import { startEchoingOutside } from './testing/outside/echoing-outside.ts'
import { freePort } from './testing/outside/free-port.ts'
import { createTestDatabase } from './testing/test-database.ts'

const database = await createTestDatabase()
const closers: (() => unknown)[] = [() => database.drop()]
afterAll(async () => {
  for (const close of closers) await close()
})

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return (server.address() as { port: number }).port
}

/** A sign-in provider whose clock differs by so many seconds. */
async function issuerAt(seconds: number): Promise<string> {
  const answer: RequestListener = (_, response) =>
    response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString()).end()
  return `http://127.0.0.1:${await listening(createServer(answer))}`
}

test.each([
  [-30, /^this machine's clock is (29|30|31) s ahead of the sign-in provider's: let a time service/],
  [30, /^this machine's clock is (29|30|31) s behind the sign-in provider's/],
])("a clock %i s from the sign-in provider's is reported", async (seconds, sentence) => {
  expect(await checkClock(await issuerAt(seconds), database.db)).toMatch(sentence)
})

test('a clock that agrees is not reported, and without a provider the database tells', async () => {
  expect(await checkClock(await issuerAt(1), database.db)).toBeNull()
  expect(await checkClock('http://127.0.0.1:1', database.db)).toBeNull()
  expect(await checkClock('http://127.0.0.1:1', database.db, () => Date.now() - 60_000)).toMatch(
    /60 s behind the database's/,
  )
})

test('a disk with too little room is reported', async () => {
  expect(await checkDisk([import.meta.dirname], 1)).toBeNull()
  expect(await checkDisk([import.meta.dirname], 1e18)).toMatch(/^\/.*: \d+\.\d GB are free: delete/)
})

test('the disk that the portal itself is on is looked at, and memory is not', async () => {
  const { disk } = healthChecks(config, null)
  const statfs = vi.spyOn(fs, 'statfs').mockImplementation(async (folder) => {
    return { type: folder === os.tmpdir() ? 0x01021994 : 0xef53, bavail: 0, bsize: 4096 } as StatsFs
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    statfs.mockRestore()
    syncBuiltinESMExports()
  })
  expect(await disk()).toMatch(new RegExp(`^${path.resolve(import.meta.dirname, '..')}: 0\\.0 GB are free`))
})

test('a full disk of the database is reported until a transaction succeeds', async () => {
  const { disk } = healthChecks(readConfig({ SIMULATORS_URL: 'http://127.0.0.1', DATABASE_URL: database.url }), null)
  const full = inTransaction(database.db, (tx) =>
    tx.execute(sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`),
  )
  await expect(full).rejects.toThrow()
  expect(diskFullAt()).toBeTypeOf('number')
  expect(await disk()).toMatch(/^the database's disk is full: nothing can be sold/)
  await inTransaction(database.db, (tx) => tx.execute(sql`select 1`))
  expect(await disk()).toBeNull()
})

test('a certificate that ends soon, or that nobody signed, is reported', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'certificate-'))
  const at = (name: string) => path.join(folder, name)
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      at('key.pem'),
      '-out',
      at('cert.pem'),
    ],
    { stdio: 'ignore' },
  )
  const [key, cert] = [readFileSync(at('key.pem')), readFileSync(at('cert.pem'), 'utf8')]
  const port = await listening(createTlsServer({ key, cert }))
  const url = `https://localhost:${port}`
  const inDays = (days: number) => Date.now() + days * 86_400_000
  expect(await checkCertificate(url, cert)).toBeNull()
  expect(await checkCertificate(url, cert, inDays(20))).toMatch(/^the certificate of localhost ends in 9 days: see why/)
  expect(await checkCertificate(url)).toMatch(/is refused \(DEPTH_ZERO_SELF_SIGNED_CERT\): browsers show a warning/)
  expect(await checkCertificate('https://localhost:1')).toBeNull()
})

/** The fault after 200 calls, a few of them with another header. */
function afterCalls(trusted: number, usual: string, other = usual) {
  const proxies = countProxies(trusted)
  for (let call = 0; call < 200; call++) proxies.saw(call % 11 === 0 ? other : usual)
  return proxies.fault()
}

test('a wrong number of proxies is reported, and a visitor who sends the header changes nothing', () => {
  expect(afterCalls(0, '192.0.2.1')).toMatch(/^TRUST_PROXY: calls come through more proxies than 0/)
  expect(afterCalls(1, '192.0.2.1, 10.0.0.1', '192.0.2.1')).toMatch(/more proxies than 1/)
  expect(afterCalls(1, '')).toMatch(/^TRUST_PROXY: calls come through fewer proxies than 1/)
  for (const [trusted, usual] of [
    [0, ''],
    [1, '192.0.2.1'],
    [2, '192.0.2.1, 10.0.0.1'],
  ] as const)
    expect(afterCalls(trusted, usual, '1.1.1.1, 2.2.2.2, 3.3.3.3')).toBeNull()
  const few = countProxies(0)
  few.saw('192.0.2.1')
  expect(few.fault()).toBeNull()
})

test('a misspelt setting is reported with the name that was meant, other variables are not', () => {
  const misspelled = (env: Record<string, string>) =>
    readConfig({
      SIMULATORS_URL: 'http://127.0.0.1',
      PATH: '/bin',
      MAIL: '/var/mail',
      HOSTNAME: 'x',
      HOME: '/',
      ...env,
    }).misspelled
  expect(misspelled({})).toBeNull()
  for (const [name, meant] of [
    ['SESION_TIMEOUT_MINUTES', 'SESSION_TIMEOUT_MINUTES'],
    ['TRUST_PROXXY', 'TRUST_PROXY'],
    ['TRUTS_PROXY', 'TRUST_PROXY'],
    ['smtp_url', 'SMTP_URL'],
    ['METRICS-PORT', 'METRICS_PORT'],
  ] as const)
    expect(misspelled({ [name]: '1' })).toBe(`${name} is not a setting: is it ${meant}?`)
})

const { url, issuer, gatewayUrl, managementUrl, smtpUrl } = inject('simulators')
const right = {
  oidc: { issuer, clientId: '', audience: '' },
  freepay: { gatewayUrl, managementUrl },
  mail: { smtpUrl, from: '' },
}
/** Nobody listens there. */
const nowhere = `http://127.0.0.1:${await freePort()}`
const config = readConfig({ SIMULATORS_URL: 'http://127.0.0.1' })
const found = async (name: 'identity' | 'gateway' | 'management' | 'mail', change: Partial<typeof right> = {}) =>
  healthChecks({ ...config, ...right, ...change }, null)[name]()
const at = (change: Partial<typeof right.freepay>) => ({ freepay: { ...right.freepay, ...change } })
const asIssuer = (address: string) => ({ oidc: { ...right.oidc, issuer: address } })

test('the simulators have no faults', async () => {
  for (const name of ['identity', 'gateway', 'management', 'mail'] as const) expect(await found(name), name).toBeNull()
})

test.each([
  ['nobody', `${nowhere}/realms/izy`, /does not answer \(ECONNREFUSED\)/],
  ['another realm', `${url}/realms/other`, /answers 404: correct the address/],
  ['another name for the same', issuer.replace('127.0.0.1', 'localhost'), /calls itself .+: set it to exactly that/],
])('an issuer that is %s is reported', async (_, address, sentence) => {
  const message = await found('identity', asIssuer(address))
  expect(message).toMatch(/^OIDC_ISSUER: /)
  expect(message).toMatch(sentence)
})

test('a wrong or unreachable gateway is reported', async () => {
  expect(await found('management', at({ managementUrl: `${url}/elsewhere/api/v2` }))).toMatch(
    /^FREEPAY_MANAGEMENT_URL: what answers at .+ \(404\) is not the gateway/,
  )
  expect(await found('gateway', at({ gatewayUrl: nowhere }))).toMatch(
    /^FREEPAY_GATEWAY_URL: 127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)/,
  )
  const outside = await startEchoingOutside(url)
  outside.mood = 'echoes 503'
  expect(await found('gateway', at({ gatewayUrl: outside.url }))).toMatch(/the gateway answers 503/)
  outside.close()
})

test('something that is not a mail server is reported, without the password', async () => {
  const message = await found('mail', { mail: { from: '', smtpUrl: 'smtp://portal:hunter2@127.0.0.1:1' } })
  expect(message).toMatch(/^SMTP_URL: 127\.0\.0\.1:1 takes no mail \(ECONNREFUSED\)/)
  expect(message).not.toContain('hunter2')
})
