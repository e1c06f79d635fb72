import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '../database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { mailsTo, membershipData, openWindow, payInWindow, prepare, stateOf, visit } from '../testing/purchase.ts'
import { billing } from '../testing/selection.ts'
import { sharedApp, type TestApp } from '../testing/test-app.ts'

/** Traces that the portal leaves with others: headers of its answers, lines of its log, and the order's token. */
let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  club = await buildClub(app)
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
const addressOf = (endpoint: Endpoint) =>
  app.url +
  pathOf(endpoint.path, 'izy', new Proxy({}, { get: () => '01890000-0000-7000-8000-000000000001', has: () => true }))

describe('headers', () => {
  test.each(endpoints.map((one) => [one.method, one.path, one] as const))(
    '%s %s is not cached and not open to other sites',
    async (method, _, endpoint) => {
      for (const as of [undefined, anna.token]) {
        const { headers, ok } = await fetch(addressOf(endpoint), {
          method,
          redirect: 'manual',
          headers: { origin: 'https://evil.example', ...(as ? { authorization: `Bearer ${as}` } : {}) },
        })
        expect(Object.fromEntries(headers)).toMatchObject({
          // Answers that are the same for everybody are cached for a minute.
          'cache-control': endpoint.sharedCache && ok ? 'public, max-age=60' : 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
          'cross-origin-resource-policy': 'same-origin',
          'content-security-policy': `default-src 'none'; ${endpoint.output === 'file' && ok ? 'sandbox; ' : ''}frame-ancestors 'none'`,
        })
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(headers.get('set-cookie')).toBeNull()
      }
    },
  )

  test('preflight requests of other sites are refused', async () => {
    for (const endpoint of endpoints) {
      const asked = await fetch(addressOf(endpoint), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': endpoint.method,
          'access-control-request-headers': 'authorization',
        },
      })
      expect([endpoint.path, asked.ok, asked.headers.get('access-control-allow-origin')]).toEqual([
        endpoint.path,
        false,
        null,
      ])
    }
  })

  test('only the silent sign-in page may be framed, and only by the portal', async () => {
    const files = readdirSync('dist/web', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) => `/${path.relative('dist/web', path.join(entry.parentPath, entry.name))}`)
    expect(files).toContain('/silent-callback.html')
    for (const address of [...files, '/', '/memberships', '/docs']) {
      const { headers } = await fetch(app.url + address, { headers: { accept: 'text/html' } })
      const framed = address === '/silent-callback.html'
      expect([address, headers.get('x-frame-options')]).toEqual([address, framed ? 'SAMEORIGIN' : 'DENY'])
      const policy = headers.get('content-security-policy')!
      expect([address, policy]).toEqual([
        address,
        expect.stringContaining(`frame-ancestors ${framed ? "'self'" : "'none'"}`),
      ])
      // The API reference, which holds nothing of anybody, styles its elements by attributes.
      if (address === '/docs') expect(policy.replace("style-src 'unsafe-inline'", '')).not.toMatch(/unsafe|\*/)
      else expect(policy).not.toMatch(/unsafe|\*/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
})

describe("the order's token", () => {
  test('is in no log line, job or table after a whole purchase with refusals and errors', async () => {
    const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
    const link = await openWindow(app, anna, club.season, token)
    await visit((await payInWindow(link, '0001'))!)
    await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
    // Bo may learn with it whether it is paid, and that is all.
    expect(await stateOf(app, bo, token)).toMatchObject({ own: null })
    await expect(openWindow(app, bo, club.season, token)).rejects.toMatchObject({ code: 'order_not_found' })
    await expect(app.call(orders.cancel, { token }, { as: bo.token })).rejects.toMatchObject({
      code: 'order_not_found',
    })
    for (const address of [
      `/membership/confirm?izytoken=${token}`,
      `/nothing/${token}?${token}`,
      `/izy-member-api/api/v1/member/order/${token}/x`,
    ])
      await fetch(app.url + address, {
        headers: { accept: 'text/html', referer: `${app.url}/?izytoken=${token}`, 'user-agent': token },
      })
    await app.runJobs({ all: true })

    expect((await stateOf(app, anna, token)).status).toBe('paid')
    expect(app.log.filter((line) => line.includes(token))).toEqual([])
    const tables = await app.database.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    )
    const holding: string[] = []
    for (const { name } of tables) {
      const rows = await app.database.sql(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [token])
      if (rows.length) holding.push(name)
    }
    expect(holding).toEqual([])
  })

  test('the return from the gateway ends at an address without it', async () => {
    const token = await prepare(app, bo, [{ memberId: bo.memberId, season: club.season }])
    const back = (await payInWindow(await openWindow(app, bo, club.season, token), '0000'))!
    const returned = await fetch(back, { redirect: 'manual' })
    expect([returned.status, returned.headers.get('location')]).toEqual([303, `/membership/confirm?izytoken=${token}`])
    const page = await fetch(app.url + returned.headers.get('location')!, { headers: { accept: 'text/html' } })
    for (const { headers } of [returned, page])
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
    expect(await page.text()).not.toContain(token)
    await app.runJobs({ all: true })
    for (const { text: mail } of await mailsTo(app, 'bo@example.com')) expect(mail).not.toContain(token)
  })
})

describe('the log', () => {
  /** A request as no browser would send it. */
  const raw = (address: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(
        app.url,
        { path: address, headers },
        (response) => void text(response).then(() => resolve(response.statusCode!)),
      )
      sent.on('error', reject)
      sent.end()
    })

  test("is one JSON object a line and contains nothing of the request's texts", async () => {
    const from = app.log.length
    const secrets = {
      card: '4571 9940 0006 2336',
      mail: 'someone.private@example.org',
      phone: '+4561998877',
      password: 'correct horse battery staple',
      token: newToken(),
      jwt: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      handle: 'psh_QUJDREVGR0g.c2lnbmF0dXJl',
      name: 'Åse Hemmelig Ørsted',
      street: 'Skjulte Vej 7',
    }
    const fake = encodeURIComponent('\r\n{"level":"error","msg":"FAKE LINE"}\r\n')
    const all = Object.values(secrets).join(' ')
    const query = new URLSearchParams(secrets).toString()
    for (const address of [
      `/nothing${fake}`,
      `/izy-member-api/api/v1/member/item?email=${fake}&${query}`,
      `/%0aFAKE?${query}`,
      `/ui/membership/confirm?izytoken=${fake}&${query}`,
    ])
      await raw(address, {
        'user-agent': `x\t${all.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')}`,
        referer: `https://x.example/?${query}`,
        cookie: query,
        authorization: `Bearer ${secrets.jwt}`,
        'x-request-id': 'FAKE-REQUEST-ID-1',
      })
    const write = (address: string, body: string, type = 'application/json') =>
      fetch(app.url + address, {
        method: 'POST',
        body,
        headers: { 'content-type': type, authorization: `Bearer ${anna.token}`, freepayauthtoken: secrets.handle },
      })
    await write('/izy-member-api/api/v1/member/payment-prepare', `{"token": "${all}`)
    await write(
      '/izy-member-api/api/v1/member/payment-prepare',
      JSON.stringify({
        ...secrets,
        membershipData: membershipData([], {
          billing: { ...billing, name: secrets.name, addressLine1: secrets.street },
        }),
      }),
    )
    await write('/izy-member-api/api/v1/payment/freepay/link', JSON.stringify({ ...secrets, Amount: all }))
    await write(
      `/tools/member/${club.key}/member/payment/callback?${query}`,
      query,
      'application/x-www-form-urlencoded',
    )
    await write('/izy-member-api/api/v1/member/item', all, 'text/plain')

    const lines = app.log.slice(from)
    expect(lines.length).toBeGreaterThanOrEqual(8)
    for (const line of lines) {
      expect(line.trimEnd().split('\n')).toHaveLength(1)
      const entry = JSON.parse(line) as { level: string; requestId?: string }
      expect(entry.level).not.toBe('error')
      expect(entry.requestId).not.toBe('FAKE-REQUEST-ID-1')
      expect(line).not.toContain('FAKE')
      for (const secret of Object.values(secrets)) {
        expect(line).not.toContain(secret)
        expect(line).not.toContain(encodeURIComponent(secret))
      }
    }
  })

  test('an internal error gives the caller its id only; the log names the call', async () => {
    await app.database.sql('alter table members rename to members_away')
    const response = await fetch(`${app.url}/izy-org-api/api/v1/org/list`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    await app.database.sql('alter table members_away rename to members')
    const body = (await response.json()) as object
    expect([response.status, Object.keys(body).toSorted()]).toEqual([500, ['code', 'status', 'title', 'type']])
    expect(JSON.stringify(body)).not.toMatch(/members|select|relation|\.ts/)
    const id = response.headers.get('x-request-id')!
    const lines = app.log.filter((line) => line.includes(id))
    expect(lines.join('')).toMatch(/"level":"error".*does not exist/)
    expect(lines.join('')).not.toContain(anna.memberId)
  })
})
