import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { members } from '#contract/members/members.ts'
import { messages } from '#contract/notifications/messages.ts'
import { newToken } from '#server/database/new-id.ts'
import { unsubscribeToken } from '#server/domains/notifications/preferences/unsubscribe.ts'
import { buildClub, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { booksOf } from '#server/testing/invariants/broken-invariants.ts'
import { violations } from '#server/testing/invariants/invariants.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { prepare, stateOf } from '#server/testing/purchase.ts'
import { callAt, codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type Started, startSimulators } from '../../simulators/testing/start-simulators.ts'

const BUYERS = ['anna', 'bo', 'carla', 'dan', 'anna', 'bo', 'carla', 'dan']
const PURCHASES = 500
const ROLLS = 3

const folder = mkdtempSync(path.join(tmpdir(), 'portal-proxies-'))
const file = (name: string) => path.join(folder, name)
const trusted = getCACertificates('default')
let simulators: Started
beforeAll(async () => {
  // nginx started by root works as somebody else.
  chmodSync(folder, 0o755)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file('key.pem')]
  const names = ['-subj', '/CN=portal', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...key, ...names, '-out', file('cert.pem')], { stdio: 'pipe' })
  const certificate = readFileSync(file('cert.pem'), 'utf8')
  writeFileSync(file('both.pem'), certificate + readFileSync(file('key.pem'), 'utf8'))
  // Of this process, and so of the gateway's simulator, too.
  setDefaultCACertificates([...trusted, certificate])
  simulators = await startSimulators({ portalUrls: ['https://127.0.0.1'] })
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await simulators.stop()
  rmSync(folder, { recursive: true })
})

/** A program whose output is kept; it ends with the test. */
function start(program: string, args: readonly string[], env?: Record<string, string>) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const stop = async () => void (child.kill() && (await ended))
  const running = { output: '', stop }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (running.output += String(part)))
  onTestFinished(stop)
  return running
}

/** A configuration of `ops/proxies` with other addresses, each of which must be in it. */
function adapted(name: string, changes: Record<string, string>): string {
  const text = readFileSync(path.resolve('ops/proxies', name), 'utf8')
  for (const from of Object.keys(changes)) expect(text, name).toContain(from)
  return Object.entries(changes).reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

/** How each starts before two servers, and its lines: one a call, and all. */
const proxies = {
  nginx: (http: number, https: number, [one, two]: readonly number[]) => {
    const portal = adapted('nginx.conf', {
      'server 127.0.0.1:3000': `server 127.0.0.1:${one}`,
      '# server 10.0.0.12:3000': `server 127.0.0.1:${two}`,
      'listen 80;': `listen 127.0.0.1:${http};`,
      'listen 443 ssl http2;': `listen 127.0.0.1:${https} ssl http2;`,
      'listen [::]:80;': '',
      'listen [::]:443 ssl http2;': '',
      '/etc/ssl/portal/fullchain.pem': file('cert.pem'),
      '/etc/ssl/portal/key.pem': file('key.pem'),
      '/var/log/nginx/': `${folder}/`,
    })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'].map((of) => `${of}_temp_path ${file(of)};`)
    const around = `daemon off; pid ${file('nginx.pid')}; error_log stderr; events {}`
    writeFileSync(file('nginx.conf'), `${around} http { ${temporary.join(' ')} access_log off; ${portal} }`)
    const nginx = start('nginx', ['-e', 'stderr', '-p', folder, '-c', file('nginx.conf')])
    const calls = () => readFileSync(file('portal.log'), 'utf8')
    return { calls, all: () => calls() + readFileSync(file('portal-error.log'), 'utf8') + nginx.output }
  },
  haproxy: (http: number, https: number, [one, two]: readonly number[]) => {
    const config = adapted('haproxy.cfg', {
      'bind :80': `bind 127.0.0.1:${http}`,
      'bind :443 ssl crt /etc/ssl/portal/portal.pem': `bind 127.0.0.1:${https} ssl crt ${file('both.pem')}`,
      'server one 127.0.0.1:3000': `server one 127.0.0.1:${one}`,
      '# server two 10.0.0.12:3000': `server two 127.0.0.1:${two}`,
    })
    writeFileSync(file('haproxy.cfg'), config)
    const haproxy = start('haproxy', ['-db', '-f', file('haproxy.cfg')])
    return { calls: () => haproxy.output, all: () => haproxy.output }
  },
}

/** Calls and pages whose addresses hold a token, of every kind but orders. @returns the tokens */
async function sendTokens(app: TestApp, front: TestApp, { token, memberId }: Person): Promise<string[]> {
  const { url } = await front.call(calendarFeeds.create, { kind: 'family' }, { as: token })
  expect((await fetch(url)).status).toBe(200)
  const mailed = unsubscribeToken(app.context.secrets, { memberId, kind: 'events' })
  await codeOf(front.call(messages.subscription, { token: mailed }))
  const claim = newToken()
  await codeOf(front.call(members.claim, { token: claim }, { as: token }))
  for (const page of [`claim-account?token=${claim}`, `unsubscribe?token=${mailed}`])
    await fetch(`${front.url}/${page}`, { headers: { referer: `${front.url}/${page}` } })
  return [token, /feed\/(\w{40})/.exec(url)![1]!, mailed, claim]
}

/** Asks until it answers with 200, for a minute. */
const ready = (url: string) =>
  expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status, String), { timeout: 60_000 }).toBe(200)

test.for(Object.keys(proxies) as (keyof typeof proxies)[])(
  '%s: three rolls while people buy fail no call, and no token is in its logs',
  { timeout: 600_000 },
  async (name, { skip, annotate }) => {
    if (spawnSync(name, ['-v']).error) skip(`${name} is missing: not tested`)
    const [http, https, one, two] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const { gatewayUrl, managementUrl, smtpUrl } = simulators.simulators
    const env = {
      PUBLIC_URL: `https://127.0.0.1:${https}`,
      FREEPAY_GATEWAY_URL: gatewayUrl,
      FREEPAY_MANAGEMENT_URL: managementUrl,
      SMTP_URL: smtpUrl,
      OIDC_ISSUER: inject('simulators').issuer,
      READS_PER_MINUTE: '1000000',
    }
    const app = await createTestApp(env)
    onTestFinished(() => app.close())
    const front = { ...app, url: env.PUBLIC_URL, call: callAt(env.PUBLIC_URL) }
    // As docs/operate.md says, with production's default of a drain.
    const own = { ...env, NODE_ENV: 'test', DATABASE_URL: app.database.url, TRUST_PROXY: '1', DRAIN_SECONDS: '5' }
    const started: { output: string }[] = []
    const serve = async (port: number) => {
      const server = start(process.execPath, ['server/main.ts'], { ...own, PORT: String(port) })
      started.push(server)
      await ready(`http://127.0.0.1:${port}`)
      return { port, server }
    }
    start(process.execPath, ['server/worker.ts'], own)
    let servers = await Promise.all([one, two].map(serve))
    const proxy = proxies[name](http, https, [one, two])
    await ready(front.url)

    // Nobody buys once a second: the limits of a member are not what is tried here.
    const forgetRates = () =>
      app.database.sql(
        'delete from rate_windows where ctid = any(array(select ctid from rate_windows for update skip locked))',
      )
    const club = await buildClub(app)
    const buyers = await Promise.all(BUYERS.map((who) => signedIn(front, `${who}@example.com`)))
    const orders: string[] = []
    const failed: unknown[] = []
    const rolled = new AbortController()
    const buying = buyers.map(async (buyer) => {
      while (!rolled.signal.aborted || orders.length < PURCHASES) {
        const price = orders.length % 3 === 0 ? 0 : 20_000
        const event = await buildEvent(app, club, { categories: [{ category: 'adult', price }] })
        const lines = [{ memberId: buyer.memberId, event }]
        await forgetRates()
        const buy = price ? buyPlaces(front, buyer, event, lines) : prepare(front, buyer, lines)
        await buy.then((token) => orders.push(token)).catch((error: unknown) => failed.push(error))
        await wait(500)
      }
    })
    for (let roll = 0; roll < ROLLS; roll++)
      for (const { port, server } of servers) {
        await server.stop()
        servers = [...servers.filter((other) => other.port !== port), await serve(port)]
      }
    rolled.abort()
    await Promise.all(buying)
    for (const token of orders) {
      await forgetRates()
      await expect.poll(async () => (await stateOf(front, buyers[0]!, token)).status).toBe('paid')
    }
    await forgetRates()
    const tokens = [...orders]
    for (const buyer of buyers) tokens.push(...(await sendTokens(app, front, buyer)))

    const calls = proxy.calls().match(/^.*(GET|POST) \/.*$/gm)!
    const broken = calls.filter((line) => /" 5\d\d | (-1|5\d\d) \d+ (GET|POST)/.test(line))
    const written = proxy.all()
    const found = tokens.filter((token) => written.includes(token))
    const counts = `${orders.length} bought, ${failed.length} failed; ${calls.length} calls, ${broken.length} broken`
    await annotate(`${name}: ${counts}; ${found.length} of ${tokens.length} tokens in its logs`)
    expect({ failed, broken, found }).toEqual({ failed: [], broken: [], found: [] })
    const books = await booksOf(app, club, simulators)
    expect(await violations(books)).toEqual([])
    // The gateway reached a server at once with each.
    expect(books.ledger.callbacks.flatMap(({ tries }) => tries).filter(({ status }) => status !== 200)).toEqual([])
    expect(books.ledger.callbacks.length).toBeGreaterThan(PURCHASES / 2)

    const prepared = calls.filter((line) => line.includes('/payment-prepare'))
    expect(prepared.length).toBeGreaterThanOrEqual(PURCHASES)
    const served = started.map(({ output }) => output).join('')
    expect(prepared.filter((line) => !served.includes(`requestId=${line.split(' ').at(-1)} `))).toEqual([])
  },
)
