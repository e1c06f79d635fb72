import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { signedIn } from '../testing/builders.ts'
import { startMailServer } from '../testing/mails/mail-server.ts'
import { freePort } from '../testing/outside/free-port.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** Each fault in real processes on this machine: /readyz, the metric, the rule, the guide and the doctor say the same. */
interface Fault {
  readonly alert: 'PortalEndangered' | 'PortalDegraded'
  readonly env?: Readonly<Record<string, string>>
  /** Makes the fault beside the running process. */
  readonly plant?: (port: number) => Promise<void>
  /** Of the process that knows of it; a server when left out. */
  readonly process?: 'worker'
  /** As /readyz and the doctor have it. */
  readonly sentence: RegExp
}

const folder = mkdtempSync(path.join(tmpdir(), 'portal-faults-'))
const file = (name: string) => path.join(folder, name)
let app: TestApp
let outside: Server
let publicUrl: string
let mailUrl: string
/** Seconds between this machine's clock and the sign-in provider's. */
let ahead = 0
/** Where the public address leads. */
let portal = 0

beforeAll(async () => {
  app = await createTestApp()
  for (const days of [9, 90]) {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', `${days}`]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', file(`${days}.key`), '-out', file(`${days}.crt`)]
    execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { stdio: 'ignore' })
  }
  writeFileSync(file('all.crt'), [9, 90].map((days) => readFileSync(file(`${days}.crt`), 'utf8')).join(''))
  const answer = async (url = '') => {
    if (url !== '/readyz') return JSON.stringify({ issuer: publicUrl, jwks_uri: `${publicUrl}/keys` })
    const ready = await fetch(`http://127.0.0.1:${portal}/readyz`)
    // As in production, where only the ports for monitoring say why.
    return JSON.stringify({ ...((await ready.json()) as object), reasons: undefined })
  }
  outside = createServer(certificate(90), ({ url }, response) => {
    response.setHeader('date', new Date(Date.now() - ahead * 1000).toUTCString())
    void answer(url).then(
      (text) => response.end(text),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  publicUrl = `https://localhost:${(outside.address() as AddressInfo).port}`
  const strict = await startMailServer({ from: () => '530 5.7.0 Authentication required' })
  mailUrl = strict.url
  return () => strict.close()
})
afterAll(async () => {
  outside.close()
  await app.close()
  rmSync(folder, { recursive: true })
})

const certificate = (days: number) => ({
  key: readFileSync(file(`${days}.key`)),
  cert: readFileSync(file(`${days}.crt`)),
})

/** Its connections end, as in a failover. */
async function setReadOnly(on: boolean): Promise<void> {
  const name = new URL(app.database.url).pathname.slice(1)
  const set = `alter database "${name}" set default_transaction_read_only = ${on ? 'on' : 'off'}`
  await app.database.sql(`begin read write; ${set}; commit`)
  await app.database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'portal%' and pid <> pg_backend_pid()`,
  )
}

const faults: Record<string, Fault> = {
  database: {
    alert: 'PortalEndangered',
    plant: async () => {
      await setReadOnly(true)
      onTestFinished(() => setReadOnly(false))
    },
    sentence: /takes no writes \(a standby, or default_transaction_read_only is on\): use the address of the primary$/,
  },
  clock: {
    alert: 'PortalEndangered',
    plant: async () => {
      ahead = 30
      onTestFinished(() => void (ahead = 0))
    },
    sentence: /this machine's clock is (29|30|31) s ahead of the sign-in provider's: let a time service/,
  },
  disk: {
    alert: 'PortalEndangered',
    env: { TMPDIR: '/proc' },
    sentence: /\/proc: 0\.0 GB are free: delete what is not needed/,
  },
  gateway: {
    alert: 'PortalDegraded',
    env: { FREEPAY_GATEWAY_URL: 'https://127.0.0.1:2' },
    sentence: /FREEPAY_GATEWAY_URL:? +127\.0\.0\.1:2 does not answer \(ECONNREFUSED\): correct the address/,
  },
  mail: {
    alert: 'PortalDegraded',
    process: 'worker',
    // Their welcomes are refused.
    plant: async () =>
      void (await Promise.all(['anna', 'bo', 'carla'].map((who) => signedIn(app, `${who}@example.com`)))),
    sentence:
      /SMTP_URL:? +127\.0\.0\.1 refuses mails from MAIL_FROM \(530 5\.7\.0 Authentication required\): give SMTP_URL/,
  },
  certificate: {
    alert: 'PortalDegraded',
    plant: async () => {
      outside.setSecureContext(certificate(9))
      onTestFinished(() => outside.setSecureContext(certificate(90)))
    },
    sentence: /the certificate of localhost ends in 8 days: see why it is not renewed/,
  },
  proxy: {
    alert: 'PortalDegraded',
    plant: async (port) => {
      for (let call = 0; call < 200; call++)
        await fetch(`http://127.0.0.1:${port}/robots.txt`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    },
    sentence: /TRUST_PROXY:? +calls come through more proxies than 0, so all callers seem to have one address/,
  },
  variables: {
    alert: 'PortalDegraded',
    env: { SESION_TIMEOUT_MINUTES: '20' },
    sentence: /SESION_TIMEOUT_MINUTES is not a setting: is it SESSION_TIMEOUT_MINUTES\?/,
  },
}

/** A server or a worker. @returns its variables and where it answers */
async function start({ process: kind, env: planted = {} }: Partial<Fault> = {}) {
  const [port, monitoring] = [await freePort(), await freePort()]
  const { gatewayUrl, managementUrl, smtpUrl } = inject('simulators')
  const env = {
    DATABASE_URL: app.database.url,
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: publicUrl,
    FREEPAY_GATEWAY_URL: gatewayUrl,
    FREEPAY_MANAGEMENT_URL: managementUrl,
    SMTP_URL: kind ? mailUrl : smtpUrl,
    NODE_EXTRA_CA_CERTS: file('all.crt'),
    PORT: `${port}`,
    [kind ? 'WORKER_PORT' : 'METRICS_PORT']: `${monitoring}`,
    // Nobody, rather than a portal of this machine.
    [kind ? 'METRICS_PORT' : 'WORKER_PORT']: `${await freePort()}`,
    ...planted,
  }
  const child = spawn(process.execPath, [`server/${kind ?? 'main'}.ts`], {
    env: { ...env, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(async () => void (child.kill() && (await once(child, 'exit'))))
  const ask = (address: string) => fetch(`http://127.0.0.1:${monitoring}${address}`)
  // The last to be opened.
  const alive = `http://127.0.0.1:${kind ? monitoring : port}/healthz`
  await expect.poll(() => fetch(alive).then(({ status }) => status, String), { timeout: 100_000 }).toBe(200)
  portal = port
  return { env, port, monitoring, ask }
}

/** The lines of faults that the doctor has for production, where addresses of simulators are faults, too. */
async function doctor(env: Record<string, string>): Promise<string[]> {
  const all = { ...env, NODE_ENV: 'production', MAIL_FROM: 'Portal <portal@example.org>' }
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/operator/doctor.ts'], { env: all }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout.split('\n').filter((line) => line.startsWith('FAULT'))
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}

/** The alarms of a part, by the rules for Prometheus. */
function alertsOf(part: string): string[] {
  const { groups } = parse(readFileSync('ops/monitoring/rules.yml', 'utf8')) as Rules
  return groups[0]!.rules.flatMap(({ alert, expr }) => {
    const [, not, parts] = /portal_degraded\{part(!|=)~"([^"]*)"\}/.exec(expr) ?? []
    return parts && parts.split('|').includes(part) === (not === '=') ? [alert] : []
  })
}

test('a portal without a fault is not degraded, and the doctor has none of these lines', async () => {
  const { env, ask } = await start()
  const readiness = async () => (await ask('/readyz')).json()
  await expect.poll(readiness).toEqual({ ready: true, database: true, migrations: true, jobs: true })
  const lines = await doctor(env)
  for (const { sentence } of Object.values(faults)) expect(lines.filter((line) => sentence.test(line))).toEqual([])
})

test.for(Object.entries(faults))('%s', { timeout: 300_000 }, async ([part, fault], { annotate }) => {
  const { env, port, ask } = await start(fault)
  await fault.plant?.(port)
  const reasons = async () => ((await (await ask('/readyz')).json()) as { reasons?: unknown }).reasons
  // A fault that comes after the first look is certain after a second one.
  await expect.poll(reasons, { timeout: 90_000 }).toEqual({ [part]: expect.stringMatching(fault.sentence) as string })
  const metrics = (await (await ask('/metrics')).text())
    .split('\n')
    .filter((line) => line.startsWith('portal_degraded'))
  expect(metrics).toEqual([`portal_degraded{part="${part}"} 1`])
  expect(alertsOf(part)).toEqual([fault.alert])
  const guide = readFileSync('docs/operate.md', 'utf8')
  expect(guide).toMatch(new RegExp(`^\\| [^|]*\`${part}\`[^|]* \\| \`${fault.alert}\` \\|`, 'm'))
  const [line, ...more] = (await doctor(env)).filter((one) => fault.sentence.test(one))
  await annotate(`${metrics[0]}; ${fault.alert}; ${line}`)
  expect([line, more]).toEqual([expect.stringMatching(/^FAULT/), []])
  if (part === 'proxy')
    expect(await doctor({ ...env, METRICS_PORT: `${await freePort()}` })).toContainEqual(
      expect.stringMatching(/^FAULT +proxy +is degraded: the log of the running portal says why/),
    )
})

test('Prometheus takes the rules, and finds every target of its configuration up', async ({ skip }) => {
  if (spawnSync('prometheus', ['--version']).error) skip('prometheus is missing: not tested')
  execFileSync('promtool', ['test', 'rules', 'ops/monitoring/rules.test.yml'])
  const targets = [(await start()).monitoring, (await start({ process: 'worker' })).monitoring]
  const config = readFileSync('ops/monitoring/prometheus.yml', 'utf8')
    .replace('15s', '1s')
    .replace('- rules.yml', `- ${path.resolve('ops/monitoring/rules.yml')}`)
  const ours = [9464, 9465].reduce(
    (text, port, at) => text.replace(`127.0.0.1:${port}`, `127.0.0.1:${targets[at]}`),
    config,
  )
  writeFileSync(file('prometheus.yml'), ours)
  const at = `127.0.0.1:${await freePort()}`
  const options = [
    `--config.file=${file('prometheus.yml')}`,
    `--storage.tsdb.path=${file('data')}`,
    `--web.listen-address=${at}`,
  ]
  const child = spawn('prometheus', options, { stdio: 'ignore' })
  onTestFinished(async () => void (child.kill() && (await once(child, 'exit'))))
  const health = async () => {
    const answer = await fetch(`http://${at}/api/v1/targets`).then(
      (response) => response.json(),
      () => null,
    )
    const { activeTargets = [] } = ((answer as { data?: unknown } | null)?.data ?? {}) as Targets
    return activeTargets.map(({ health: is, labels }) => `${labels.instance} ${is}`).toSorted()
  }
  await expect.poll(health, { timeout: 60_000 }).toEqual(targets.map((port) => `127.0.0.1:${port} up`).toSorted())
})

interface Targets {
  readonly activeTargets?: readonly { readonly health: string; readonly labels: { readonly instance: string } }[]
}
