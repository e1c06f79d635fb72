import { expect, test } from 'vitest'
import { ConfigError } from './config-variables.ts'
import { readConfig, readDatabaseConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example.org',
  DATABASE_URL: 'postgres://portal:pw@db/portal',
  OIDC_ISSUER: 'https://login.example.org/realms/izy',
  FREEPAY_GATEWAY_URL: 'https://gw.freepay.dk',
  FREEPAY_MANAGEMENT_URL: 'https://mw.freepay.dk/api/v2',
  SMTP_URL: 'smtps://user:pw@mail.example.org',
  MAIL_FROM: 'Portal <portal@example.org>',
  SECRETS_KEY: 'Zr8qk1Jd0mXv5Tn2Ls9Wb4Hy7Pc3Gf6A',
}
const simulated = { SIMULATORS_URL: 'http://127.0.0.1:3100' }

function refusal(env: Record<string, string | undefined>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  return 'accepted'
}

test('production starts with everything set', () => {
  const config = readConfig(production)
  expect(config).toMatchObject({
    production: true,
    checkOutput: false,
    host: '0.0.0.0',
    port: 3000,
    whatsapp: null,
    trustProxy: 0,
    drainSeconds: 5,
    metricsForAll: false,
    metricsPort: 0,
  })
  expect(readConfig({ ...simulated })).toMatchObject({ drainSeconds: 0, metricsForAll: true })
})

test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
  'production refuses to start without %s',
  (name) => {
    expect(refusal({ ...production, [name]: undefined })).toContain(`${name} is missing`)
  },
)

test.each([
  ['SECRETS_KEY', 'development-only-key-that-production-refuses', 'development default'],
  ['SECRETS_KEY', 'aB3$efgh1jklmn', 'too weak'],
  ['SECRETS_KEY', 'a'.repeat(64), 'too weak'],
  ['SECRETS_KEY_PREVIOUS', 'development-only-key-that-production-refuses', 'development default'],
  ['SECRETS_KEY_PREVIOUS', `${production.SECRETS_KEY},short`, 'too weak'],
  ['CRASH_AT', 'settle.captured', 'no place in production'],
  ['PUBLIC_URL', 'http://portal.example.org', 'https:'],
  ['PUBLIC_URL', 'https://portal.example.org/app', 'without a path'],
  ['OIDC_ISSUER', 'http://login.example.org', 'https:'],
  ['FREEPAY_GATEWAY_URL', 'http://gw.freepay.dk', 'https:'],
  ['SIMULATORS_URL', 'http://127.0.0.1:3100', 'no place in production'],
  ['DATABASE_URL', 'mysql://db', 'postgres:'],
  ['SMTP_URL', 'http://mail', 'smtp:'],
  ['MAIL_FROM', 'portal', 'no sender'],
  ['PORT', '99999', 'from 0 to 65535'],
  ['PORT', '3e3', 'whole number'],
  ['TRUST_PROXY', 'yes', 'whole number'],
  ['NOTIFICATIONS_ENABLED', 'perhaps', '1 or 0'],
  ['PRODUCT_KEY', 'My Club', 'small letters'],
  ['PRODUCT_NAME', 'a\nb', 'line break'],
  ['APP_STORE_URL', 'javascript:alert(1)', 'https:'],
  ['NODE_ENV', 'prod', 'production, development or test'],
])('%s=%s is refused', (name, value, reason) => {
  const message = refusal({ ...production, [name]: value })
  expect(message).toContain(name)
  expect(message).toContain(reason)
})

test('an error never shows a password', () => {
  expect(refusal({ ...production, DATABASE_URL: 'mysql://portal:hunter2@db' })).not.toContain('hunter2')
})

test('previous keys are read from a list', () => {
  const before = ['Xa8qk1Jd0mXv5Tn2Ls9Wb4Hy7Pc3Gf6B', 'Yb8qk1Jd0mXv5Tn2Ls9Wb4Hy7Pc3Gf6C']
  expect(readConfig({ ...production, SECRETS_KEY_PREVIOUS: before.join(' , ') }).secretsKeyPrevious).toEqual(before)
  expect(readConfig(production).secretsKeyPrevious).toEqual([])
})

test('a command that only uses the database requires nothing else', () => {
  const { NODE_ENV, DATABASE_URL, SECRETS_KEY } = production
  expect(readDatabaseConfig({ NODE_ENV, DATABASE_URL, SECRETS_KEY })).toMatchObject({ databaseUrl: DATABASE_URL })
  expect(() => readDatabaseConfig({ NODE_ENV })).toThrow(/DATABASE_URL is missing[\s\S]*SECRETS_KEY is missing/)
})

test('every wrong variable is named at once', () => {
  const message = refusal({ NODE_ENV: 'production' })
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'OIDC_ISSUER', 'SMTP_URL', 'SECRETS_KEY'])
    expect(message).toContain(name)
})

test('without components and simulators the start names the command that runs everything', () => {
  expect(refusal({})).toContain('npm start')
})

test('simulators replace what is not set, and only that', () => {
  const config = readConfig({ ...simulated, SMTP_URL: 'smtp://mail.test' })
  expect(config.oidc.issuer).toBe('http://localhost:3100/realms/izy')
  expect(config.freepay.managementUrl).toBe('http://localhost:3100/simulators/card-gateway/mw/api/v2')
  expect(config.mail.smtpUrl).toBe('smtp://mail.test')
})

test.each(['localhost', '127.0.0.1', '[::1]'])('simulators at %s go by the name that the portal has', (host) => {
  const SIMULATORS_URL = `http://${host}:3100`
  expect(readConfig({ SIMULATORS_URL }).oidc.issuer).toBe('http://localhost:3100/realms/izy')
  const PUBLIC_URL = 'http://127.0.0.1:3000'
  expect(readConfig({ SIMULATORS_URL, PUBLIC_URL }).oidc.issuer).toBe('http://127.0.0.1:3100/realms/izy')
  expect(readConfig({ SIMULATORS_URL: 'http://simulators:3100' }).oidc.issuer).toBe('http://simulators:3100/realms/izy')
})

test('WhatsApp is on when its address is set, and then requires its token', () => {
  expect(refusal({ ...production, WHATSAPP_URL: 'https://wa.example' })).toContain('WHATSAPP_TOKEN')
  const { whatsapp } = readConfig({ ...production, WHATSAPP_URL: 'https://wa.example/', WHATSAPP_TOKEN: 't' })
  expect(whatsapp).toEqual({ url: 'https://wa.example', token: 't' })
})
