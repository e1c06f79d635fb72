import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PortalConfig } from '#contract/portal-config.ts'
import { Variables } from './config-variables.ts'

/** Everything that differs between installations. */
export interface Config {
  readonly production: boolean
  /** Check every answer against the contract; too slow for production. */
  readonly checkOutput: boolean
  readonly host: string
  readonly port: number
  /** Where a worker tells its health and its metrics; 0: nowhere. */
  readonly workerPort: number
  /** Where a server tells its health and metrics to whoever watches it; 0 for nowhere but on its own port. */
  readonly metricsPort: number
  /** `/metrics` on the server's own port, which anybody may reach; never in production. */
  readonly metricsForAll: boolean
  /** How often one member may read in a minute at this server. */
  readonly readsPerMinute: number
  /** Seconds from the signal to end until no new call is taken: a balancer needs them to notice. */
  readonly drainSeconds: number
  /** Browsers use https for every name below the portal's, too. */
  readonly hstsSubdomains: boolean
  /** Origin under which browsers, mails and the gateway reach the portal, without a slash at the end. */
  readonly publicUrl: string
  readonly dataDir: string
  /** `null`: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  readonly product: { readonly key: string; readonly name: string }
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly audience: string }
  readonly freepay: { readonly gatewayUrl: string; readonly managementUrl: string }
  readonly mail: { readonly smtpUrl: string; readonly from: string }
  /** `null`: WhatsApp is off. */
  readonly whatsapp: { readonly url: string; readonly token: string } | null
  readonly secretsKey: string
  /** Other keys that still read and verify while SECRETS_KEY is being changed. */
  readonly secretsKeyPrevious: readonly string[]
  readonly devEnvironment: number
  readonly sessionTimeoutMinutes: number
  /** Where traces go, as OTLP over HTTP; `null`: none are told. */
  readonly tracesUrl: string | null
  readonly notificationsEnabled: boolean
  readonly appStoreUrl: string | null
  /** Browsers keep what tickets and the calendar need without network. */
  readonly offline: boolean
  /** Who runs the portal; in the footer. */
  readonly provider: Company
  /** Who made it; in the footer. */
  readonly vendor: Company
  /** Send ISO 3166 country numbers to the gateway instead of the specification's. */
  readonly countryCodesIso: boolean
  /** Believe X-Forwarded-For and X-Request-Id of this many proxies before the portal. */
  readonly trustProxy: number
  /** Where fault tests let this process die; `null` in production. */
  readonly crashAt: string | null
  readonly version: string
}

export interface Company {
  readonly name: string
  readonly url: string | null
}

/** Enough for a developer's machine; production refuses it. */
const developmentKey = 'development-only-key-that-production-refuses'

const here = path.resolve(import.meta.dirname, '..')

/** The version of this portal. */
export const { version: portalVersion } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8')) as {
  version: string
}

/**
 * Reads the environment, the only place that does. Throws one `ConfigError` that names every variable that is missing or
 * unsafe and says what to do.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const { config, read } = examineConfig(env)
  read.finish()
  return config
}

/** The same for whoever looks for faults: the values of variables that `read` calls wrong are not to be used. */
export function examineConfig(env: Record<string, string | undefined>): { config: Config; read: Variables } {
  const production = env.NODE_ENV === 'production'
  const read = new Variables(env, production)
  const port = read.integer('PORT', 3000, 0, 65_535)
  const host = read.text('HOST', production ? '0.0.0.0' : '127.0.0.1')
  const publicUrl = read.origin('PUBLIC_URL', `http://localhost:${port}`)
  const productKey = read.matching('PRODUCT_KEY', 'izy', /^[a-z][a-z0-9]{1,11}$/, '2 to 12 small letters and digits')
  // Where the simulators are; only a guess of the addresses that are not set, and none in production.
  const named = read.optionalUrl('SIMULATORS_URL', ['http:', 'https:'])
  const simulators = named === null ? undefined : besidePortal(named, publicUrl)
  const simulated = (rest: string) => simulators && `${simulators}${rest}`
  const whatsappUrl = read.optionalUrl('WHATSAPP_URL', ['https:', ...(production ? [] : ['http:'])])

  const config: Config = {
    production,
    checkOutput: !production,
    host,
    port,
    workerPort: read.integer('WORKER_PORT', 0, 0, 65_535),
    metricsPort: read.integer('METRICS_PORT', 0, 0, 65_535),
    metricsForAll: !production,
    readsPerMinute: read.integer('READS_PER_MINUTE', 600, 60, 1_000_000),
    drainSeconds: read.integer('DRAIN_SECONDS', production ? 5 : 0, 0, 20),
    publicUrl,
    hstsSubdomains: read.flag('HSTS_SUBDOMAINS', false),
    ...databaseOf(read, production),
    product: { key: productKey, name: read.text('PRODUCT_NAME', 'Klubportal') },
    oidc: {
      issuer: read.component(
        'OIDC_ISSUER',
        simulated(`/realms/${productKey}`),
        "your sign-in provider's issuer address",
      ),
      clientId: read.text('OIDC_CLIENT_ID', 'member-web'),
      audience: read.text('OIDC_AUDIENCE', 'account'),
    },
    freepay: {
      gatewayUrl: read.component(
        'FREEPAY_GATEWAY_URL',
        simulated('/simulators/card-gateway/gw'),
        'https://gw.freepay.dk',
      ),
      managementUrl: read.component(
        'FREEPAY_MANAGEMENT_URL',
        simulated('/simulators/card-gateway/mw/api/v2'),
        'https://mw.freepay.dk/api/v2',
      ),
    },
    mail: {
      smtpUrl: read.smtp('SMTP_URL', simulators && simulatedSmtp(simulators)),
      from: read.mailFrom('MAIL_FROM', 'Klubportal <portal@example.com>'),
    },
    whatsapp: whatsappUrl
      ? { url: whatsappUrl, token: read.required('WHATSAPP_TOKEN', 'the token of WHATSAPP_URL') }
      : null,
    devEnvironment: read.integer('DEV_ENVIRONMENT', 0, 0, 9),
    tracesUrl: read.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    sessionTimeoutMinutes: read.integer('SESSION_TIMEOUT_MINUTES', 30, 1, 24 * 60),
    notificationsEnabled: read.flag('NOTIFICATIONS_ENABLED', true),
    appStoreUrl: read.optionalUrl('APP_STORE_URL', ['https:']),
    offline: read.flag('OFFLINE', true),
    provider: {
      name: read.text('PROVIDER_NAME', 'Klubportal'),
      url: read.optionalUrl('PROVIDER_URL', ['http:', 'https:']),
    },
    vendor: { name: read.text('VENDOR_NAME', ''), url: read.optionalUrl('VENDOR_URL', ['http:', 'https:']) },
    countryCodesIso: read.flag('COUNTRY_CODES_ISO', false),
    trustProxy: read.integer('TRUST_PROXY', 0, 0, 10),
    crashAt: read.outsideProduction('CRASH_AT', /^[a-z.-]+(:[1-9]\d{0,3})?$/),
    version: portalVersion,
  }
  return { config, read }
}

/** What a command needs that touches the database only. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretsKey' | 'secretsKeyPrevious'>

/** Reads only what `DatabaseConfig` holds, so that backup and restore run where nothing else is set. */
export function readDatabaseConfig(env: Record<string, string | undefined> = process.env): DatabaseConfig {
  const production = env.NODE_ENV === 'production'
  const read = new Variables(env, production)
  const config = databaseOf(read, production)
  read.finish()
  return config
}

function databaseOf(read: Variables, production: boolean): DatabaseConfig {
  return {
    dataDir: path.resolve(read.text('DATA_DIR', '.data')),
    databaseUrl: production
      ? read.database('DATABASE_URL')
      : read.optionalUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
    secretsKey: read.secret('SECRETS_KEY', developmentKey),
    secretsKeyPrevious: read.secrets('SECRETS_KEY_PREVIOUS', developmentKey),
  }
}

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Simulators on this machine go by the portal's own name for it, as they call themselves: tokens name their issuer, and two
 * names are two sites to a browser.
 */
function besidePortal(simulatorsUrl: string, publicUrl: string): string {
  const url = URL.parse(simulatorsUrl)
  const portal = URL.parse(publicUrl)?.hostname ?? ''
  if (!url || !thisMachine.test(url.hostname) || !thisMachine.test(portal)) return simulatorsUrl
  url.hostname = portal
  return url.origin
}

/** The simulated mail server listens 25 ports above the simulators' own. */
function simulatedSmtp(simulatorsUrl: string): string {
  const { hostname, port } = new URL(simulatorsUrl)
  return `smtp://${hostname}:${Number(port || 80) + 25}`
}

/** What the page may know before anyone signed in. */
export function portalConfig(config: Config): PortalConfig {
  const { product, oidc, devEnvironment, sessionTimeoutMinutes, notificationsEnabled, appStoreUrl, offline } = config
  const party = ({ name, url }: Config['provider']) => (name && url ? { name, url } : null)
  const shown = { devEnvironment, sessionTimeoutMinutes, notificationsEnabled, appStoreUrl, offline }
  const identity = { oidcIssuer: oidc.issuer, oidcClientId: oidc.clientId }
  return {
    productKey: product.key,
    productName: product.name,
    ...identity,
    ...shown,
    provider: party(config.provider),
    vendor: party(config.vendor),
  }
}
