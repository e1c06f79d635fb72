import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { writeBackup } from '../database/backup.ts'
import { newId } from '../database/new-id.ts'
import { buildClub, signedIn, wantsWhatsapp, type Club, type Person } from '../testing/builders.ts'
import { buy, handleOf, membershipData, openWindow, payInWindow, paymentRequest, prepare } from '../testing/purchase.ts'
import { moods, startEchoingOutside, type EchoingOutside, type Mood } from '../testing/outside/echoing-outside.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const unique = () => randomBytes(24).toString('hex')
const planted = { secretsKey: unique(), smtpPassword: unique(), whatsappToken: unique() }

let outside: EchoingOutside[]
let app: TestApp
/** Every club has a key of its own at the gateway. */
const clubs: Club[] = []
async function newClub(): Promise<Club> {
  const club = await buildClub(app)
  clubs.push(club)
  return club
}
let anna: Person
let roles: (string | undefined)[]
/** Everything that ever left the portal. */
const left: string[] = []
/** Lines of the log that were looked at. */
let logged = 0
const realFetch = globalThis.fetch

beforeAll(async () => {
  const simulators = inject('simulators')
  const management = simulators.managementUrl.replace(/\/api\/v2$/, '')
  outside = await Promise.all(
    [simulators.gatewayUrl, management, simulators.whatsappUrl].map((target) => startEchoingOutside(target)),
  )
  app = await createTestApp({
    SECRETS_KEY: planted.secretsKey,
    FREEPAY_GATEWAY_URL: outside[0]!.url,
    FREEPAY_MANAGEMENT_URL: outside[1]!.url,
    WHATSAPP_URL: outside[2]!.url,
    WHATSAPP_TOKEN: planted.whatsappToken,
    SMTP_URL: simulators.smtpUrl.replace('smtp://', `smtp://user:${planted.smtpPassword}@`),
  })
  globalThis.fetch = async (...args) => {
    const response = await realFetch(...args)
    if (response.url.startsWith(app.url)) {
      const bytes = await contentOf(response.clone())
      left.push(`${response.url}\n${JSON.stringify([...response.headers])}\n${bytes.toString('latin1')}`)
    }
    return response
  }
  anna = await wantsWhatsapp(app, await signedIn(app, 'anna@example.com'))
  const others = ['admin@roklub.example', 'super@example.com']
  roles = [undefined, anna.token]
  for (const name of others) roles.push((await signedIn(app, name)).token)
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await app.close()
  for (const one of outside) one.close()
})

const secrets = () => ({
  ...Object.fromEntries(clubs.map(({ key, gatewayKey }) => [`the key of ${key} at the gateway`, gatewayKey])),
  SECRETS_KEY: planted.secretsKey,
  'the password of the database': decodeURIComponent(new URL(app.database.url).password),
  'the password of the mail server': planted.smtpPassword,
  "WhatsApp's token": planted.whatsappToken,
})

/** A secret as it is, and as it looks after the usual ways to write bytes. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // Inside a longer text base64 begins at one of three places; the middle of it stays the same.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift ? 4 : 0, -4),
  )
  return [
    secret,
    secret.replaceAll('-', ''),
    bytes.toString('hex'),
    ...shifted,
    ...shifted.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
    secret.split('').toReversed().join(''),
  ]
}
function found(where: string, haystack: string): string[] {
  const small = haystack.toLowerCase()
  return Object.entries(secrets()).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => small.includes(form.toLowerCase())) ? [`${where} shows ${name}`] : [],
  )
}

/** All of them at once; where something is found, each by itself. */
const foundIn = (texts: readonly string[], nameOf: (text: string) => string): string[] =>
  found('', texts.join('\n')).length === 0 ? [] : texts.flatMap((text) => found(nameOf(text), text))

const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
const namesOf = ({ params, query, body, headers }: Endpoint) =>
  [params, query, body, headers].flatMap((schema) => Object.keys(schema?.def.shape ?? {}))
const hostile = `'";--<script>\${7*7}../../%00`

/** Something for every field that a call asks for: what Anna would send about a purchase that waits for its money. */
async function wordsAbout(shop: Club, authorizationIdentifier: string) {
  const fresh = await newClub()
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: fresh.season }])
  const [row] = await app.database.sql<{ payment: string; term: string; membership: string }>(
    `select p.id as payment, t.id as term, t.membership_id as membership
     from payments p join membership_terms t on t.order_id = p.order_id where p.org_id = $1`,
    [shop.id],
  )
  const { payment, term, membership } = row!
  const here = {
    id: shop.id,
    orgId: shop.id,
    orgKey: shop.key,
    paymentProviderId: shop.payment.id,
    provider: 'freepay',
  }
  const person = { memberId: anna.memberId, memberIds: [anna.memberId], email: 'anna@example.com' }
  const money = { ...paymentRequest(app, token, fresh.season.total), amount: shop.season.total, refundId: newId() }
  const things = { membershipId: membership, historyId: term, membershipHistoryPaymentId: payment, paymentId: payment }
  const chosen = {
    token,
    izytoken: token,
    membershipData: membershipData([{ memberId: anna.memberId, season: fresh.season }]),
  }
  const handles = { capture: await handleOf(app, anna, shop.id), link: await handleOf(app, anna, fresh.id) }
  return { words: { ...here, ...person, ...money, ...things, ...chosen, authorizationIdentifier }, handles }
}

/** A stream goes on for as long as somebody listens: its first event will do. */
async function contentOf(response: Response): Promise<Buffer> {
  const lasting = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!lasting || !response.body) return Buffer.from(await response.arrayBuffer())
  const reader = response.body.getReader()
  const { value } = await reader.read()
  // It is a twin of what the caller reads, and ends with that.
  void reader.cancel()
  return Buffer.from(value ?? [])
}

/** Calls that ever made the portal ask somebody outside. */
const asking = new Set<Endpoint>()
const asked = () => outside.reduce((sum, one) => sum + one.asked, 0)

/**
 * Calls everything with what is asked for, as everybody and with nonsense, too; or only as those of whom the gateway hears;
 * or of these only what makes the portal ask outside.
 * @returns how many calls went well
 */
async function crawl(
  { words, handles }: Awaited<ReturnType<typeof wordsAbout>>,
  depth: 'whole' | 'all calls' | 'asking',
): Promise<number> {
  let well = 0
  const whole = depth === 'whole'
  for (const endpoint of depth === 'asking' ? endpoints.filter((one) => asking.has(one)) : endpoints) {
    await app.database.sql('delete from rate_windows')
    const before = asked()
    const names = namesOf(endpoint)
    const freepayauthtoken = endpoint.path.endsWith('/link') ? handles.link : handles.capture
    const right = Object.fromEntries(names.map((name) => [name, { ...words, freepayauthtoken }[name]]))
    const nonsense = Object.fromEntries(names.map((name) => [name, name === 'freepayauthtoken' ? 'psh_x.y' : hostile]))
    for (const as of whole ? roles : [undefined, anna.token, roles.at(-1)]) {
      // Otherwise a member's nonsense and a super admin's, who come furthest.
      const both = whole && (inject('nightly') || as === anna.token || as === roles.at(-1))
      for (const input of both ? [right, nonsense] : [right]) {
        const call = app.call(endpoint, input, { headers: { orgkey: 'ALL' }, ...(as ? { as } : {}) })
        await call.then(
          () => well++,
          () => {},
        )
      }
    }
    if (asked() > before) asking.add(endpoint)
  }
  return well
}

const pages = [
  '/',
  '/memberships',
  '/docs',
  '/openapi.json',
  '/metrics',
  '/healthz',
  '/readyz',
  '/build.json',
  '/nothing',
]

test('a secret is found however it is written', () => {
  for (const [name, secret] of Object.entries(secrets())) {
    const hidden = Buffer.from(`some {"text": "${secret}"}`)
    for (const form of [
      hidden.toString(),
      hidden.toString('base64'),
      hidden.toString('base64url'),
      hidden.toString('hex'),
    ])
      expect(found('x', form)).toContain(`x shows ${name}`)
  }
})

/** Values that one call keeps and another shows appear after the first mood, or at the latest after the last. */
const everything: readonly Mood[] = ['works', moods.at(-1)!]

// The faults between these are for the night: each costs a second and a half.
test.each(inject('nightly') ? moods : everything)(
  'no answer and no log line contains a secret while the gateway %s',
  async (now) => {
    for (const one of outside) {
      one.mood = 'works'
      one.heard.clear()
    }
    const shop = await newClub()
    if (now === 'works') await buy(app, anna, await newClub())
    const token = await prepare(app, anna, [{ memberId: anna.memberId, season: shop.season }])
    const back = new URL((await payInWindow(await openWindow(app, anna, shop.season, token), '0011'))!)
    const words = await wordsAbout(shop, back.searchParams.get('authorizationIdentifier')!)
    for (const one of outside) one.mood = now
    await fetch(back, { redirect: 'manual' })
    // While everything works a payment is settled before most calls could ask about it: the first fault shows which do.
    const all = everything.includes(now) || now === moods[1]
    const well = await crawl(words, now === 'works' && inject('nightly') ? 'whole' : all ? 'all calls' : 'asking')
    for (const page of pages) await fetch(app.url + page, { headers: { accept: 'text/html, */*' }, redirect: 'manual' })
    await app.runJobs({ all: true, mayFail: true })

    // Without these nothing was proven: calls came through, and the secrets were on their way out of the portal.
    if (everything.includes(now)) expect(well).toBeGreaterThan(30)
    if (now !== 'works') expect(asking.size).toBeGreaterThan(2)
    expect(outside.some(({ heard }) => heard.has(shop.gatewayKey))).toBe(true)
    if (now === 'works') expect(outside[2]!.heard).toContain(`Bearer ${planted.whatsappToken}`)
    expect(foundIn(left, (answer) => answer.slice(0, 80))).toEqual([])
    expect(foundIn(app.log.slice(logged), () => 'a log line')).toEqual([])
    logged = app.log.length
    left.length = 0
  },
)

test('afterwards no table, job or backup contains a plain secret', async () => {
  const tables = await app.database.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  expect(tables.length).toBeGreaterThan(25)
  for (const { name } of tables) {
    const rows = await app.database.sql<{ row: string }>(`select t::text as row from ${name} t`)
    expect(found(name, rows.map(({ row }) => row).join('\n'))).toEqual([])
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'planted-'))
  const file = path.join(folder, 'backup.tar.gz')
  await writeBackup(app.database.url, app.context.secrets, file, { version: 'x' })
  expect(found('the backup', gunzipSync(readFileSync(file)).toString('latin1'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test("the built web app contains no secret's name and no source map", () => {
  const folder = path.resolve('dist/web')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  expect(files.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(5)
  expect(files.filter((name) => name.includes('.map'))).toEqual([])
  const unpack: Record<string, (bytes: Buffer) => Buffer> = { '.br': brotliDecompressSync, '.gz': gunzipSync }
  for (const name of files) {
    const bytes = readFileSync(name)
    const content = (unpack[path.extname(name)]?.(bytes) ?? bytes).toString('latin1')
    expect(found(name, content)).toEqual([])
    expect(content, name).not.toMatch(
      /SECRETS_KEY|DATABASE_URL|SMTP_URL|WHATSAPP_TOKEN|FREEPAY_MANAGEMENT|development-only-key|key_?encrypted|aes-256-gcm|postgres:\/\//i,
    )
  }
})
