import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { officeMemberships } from '#contract/memberships/office.ts'
import { operator } from '#contract/operator.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newToken } from '#server/database/new-id.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { KEY_PURPOSE } from '#server/domains/payments/index.ts'
import { signedIn, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { ledgerOf, stateOf } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { keepGatewayKey, type GatewayKey } from './gateway-key.ts'

/** An operator's way to a club that sells: the console's call, and the command that keeps its key at the gateway. */
const SECRETS_KEY = 'the-key-of-this-story-0123456789abc'
const KEY = '7d1f0c34-58b2-4f7e-9a55-0c1e8d2b4f60'
/** A day of its season. */
const today = '2027-02-01 12:00+01'

let app: TestApp
let anna: Person
let clubId: string
beforeAll(async () => {
  app = await createTestApp({ SECRETS_KEY })
  await app.database.sql(`update portal_clock set "offset" = $1::timestamptz - now()`, [today])
  anna = await signedIn(app, 'anna@example.com')
  const susanne = await signedIn(app, 'super@example.com')
  const season = { startDate: '2027-01-01', endDate: '2027-12-31', minAge: null, maxAge: null, isPassive: false }
  const created = await app.call(
    operator.create,
    {
      token: newToken(),
      key: 'SEJL',
      name: 'Sejlklubben Vestenvind',
      contactEmail: 'kontor@sejl.example',
      city: 'Kerteminde',
      address: 'Havnegade 12, 5300 Kerteminde',
      cvr: '10150817',
      colour: null,
      memberships: [
        { series: 'adult', name: 'Voksen 2027', price: 60_000, ...season },
        { series: 'junior', name: 'Junior 2027', price: 30_000, ...season },
      ],
      people: [],
      gatewayKey: null,
    },
    { as: susanne.token },
  )
  clubId = created.id
  const office = { as: (await signedIn(app, 'all-clubs@example.com')).token }
  const { seasons } = await app.call(officeMemberships.list, { orgId: clubId }, office)
  await app.call(officeMemberships.publish, { orgId: clubId, ids: seasons.map(({ id }) => id) }, office)
  await buildEvent(app, created, { title: 'Standerhejsning', capacity: 80, categories: [{ category: 'adult' }] })
})
afterAll(() => app.close())

const atGateway = { FREEPAY_MANAGEMENT_URL: inject('simulators').managementUrl }

/** The operator's command, as a process of its own. */
const gatewayKey = (
  args: readonly string[],
  typed: string,
  more: Readonly<Record<string, string | undefined>> = atGateway,
) =>
  new Promise<string>((resolve) => {
    const env = { DATABASE_URL: app.database.url, SECRETS_KEY, ...more }
    const child = execFile(process.execPath, ['scripts/operator/gateway-key.ts', ...args], { env }, (error, out, err) =>
      resolve(error ? err : out),
    )
    child.stdin!.end(typed)
  })

/** The command without a process. */
const keep = (wish: GatewayKey, secrets = app.context.secrets) => keepGatewayKey(app.context.db, secrets, wish)

const handle = () =>
  app.call(organisations.activePaymentConfiguration, { id: clubId, provider: 'freepay' }, { as: anna.token })

test('the club has its memberships and their prices, and lists its events', async () => {
  const club = await app.call(organisations.profile, { id: clubId })
  const sold = club.memberships.map(({ name, parts, sale }) => [name, [parts.total.minor, sale]])
  expect(Object.fromEntries(sold)).toEqual({
    'Junior 2027': [30_000, 'on_sale'],
    'Voksen 2027': [60_000, 'on_sale'],
  })
  const [event] = await app.call(events.list, { orgId: clubId }, { as: anna.token })
  expect(event).toMatchObject({
    title: 'Standerhejsning',
    places: { capacity: 80, left: 80 },
    price: { minor: 20_000 },
  })
})

test('it sells nothing before it has a gateway key, and only a valid key is accepted', async () => {
  await expect(handle()).rejects.toThrow('payment_not_configured')
  await expect(keep({ club: 'NOBODY', key: KEY, testMode: true })).rejects.toThrow('There is no club NOBODY')
  await expect(keep({ club: 'SEJL', key: 'two words of it, and more', testMode: true })).rejects.toThrow('is no key')
  await expect(handle()).rejects.toThrow('payment_not_configured')
})

test('its key is tried before it is stored, as on the settings page', async () => {
  const refused = await gatewayKey(['SEJL', '--untried'], 'no-key-of-the-gateway')
  expect(refused).toContain('Nothing was changed. The gateway refuses this key')
  const unasked = await gatewayKey(['SEJL'], KEY, { FREEPAY_MANAGEMENT_URL: 'http://127.0.0.1:9' })
  expect(unasked).toMatch(/The gateway could not be asked.*Say --untried/s)
  await expect(handle()).rejects.toThrow('payment_not_configured')
  const said = await gatewayKey(['SEJL', '--untried'], KEY, { NODE_ENV: 'production' })
  expect(said).toContain('The gateway was not asked about this key: FREEPAY_MANAGEMENT_URL is not set. Sejlklubben')
})

test('its key is stored encrypted, and a later one replaces it', async () => {
  await keep({ club: 'sejl', key: 'the-first-key-of-theirs', testMode: true })
  expect(await handle()).toMatchObject({ testMode: true })
  const said = await keep({ club: 'SEJL', key: 'the-second-key-of-theirs' })
  expect(said).toBe('Sejlklubben Vestenvind is paid with this key, by test payments only')

  const elsewhere = createSecrets('a-key-of-another-portal-0123456789abc')
  await expect(keep({ club: 'SEJL', key: KEY }, elsewhere)).rejects.toThrow('SECRETS_KEY cannot read')

  expect(await gatewayKey(['SEJL', '--live'], `\n${KEY}\n`)).toBe(
    'The gateway takes this key. Sejlklubben Vestenvind is paid with this key\n',
  )
  const rows = await app.database.sql<{ key_encrypted: string; test_mode: boolean }>(
    'select key_encrypted, test_mode from payment_configurations',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ test_mode: false })
  await expect(keep({ club: 'SEJL', key: KEY, testMode: true })).rejects.toThrow('cannot become a test again')
  expect(rows[0]!.key_encrypted).not.toContain(KEY)
  expect(app.context.secrets.decrypt(KEY_PURPOSE, rows[0]!.key_encrypted)).toBe(KEY)
})

test('a ticket is bought, and the money goes to that key', async () => {
  const [event] = await app.call(events.list, { orgId: clubId }, { as: anna.token })
  const token = await buyPlaces(app, anna, event!, [{ memberId: anna.memberId, event: event! }], 20_000)
  const { status, own } = await stateOf(app, anna, token)
  expect(status).toBe('paid')
  expect((await ledgerOf(own!.number)).captures).toMatchObject([{ amount: 20_000, isSuccess: true }])
})
