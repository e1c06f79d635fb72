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
  /** Port of a worker's health and metrics; 0 for none. */
  readonly workerPort: number
  /** Separate port for a server's health and metrics; 0 for none. */
  readonly metricsPort: number
  /** Serve `/metrics` on the public port; never in production. */
  readonly metricsForAll: boolean
  /** Reads a minute by one member on this server. */
  readonly readsPerMinute: number
  /** Seconds between the shutdown signal and refusing connections, for the load balancer to notice. */
  readonly drainSeconds: number
  /** HSTS for subdomains, too. */
  readonly hstsSubdomains: boolean
  /** The portal's origin for browsers, mails and the gateway, without a trailing slash. */
  readonly publicUrl: string
  readonly dataDir: string
  /** `null` for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  /** A streaming replica for reads that may be a second old; `null` for none. */
  readonly databaseReadUrl: string | null
  /** An S3-compatible bucket for pictures and files; `null`: they are in the database. */
  readonly files: FilesBucket | null
  readonly product: { readonly key: string; readonly name: string }
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly audience: string }
  readonly freepay: { readonly gatewayUrl: string; readonly managementUrl: string }
  readonly mail: { readonly smtpUrl: string; readonly from: string }
  /** `null` when WhatsApp is off. */
  readonly whatsapp: { readonly url: string; readonly token: string } | null
  readonly secretsKey: string
  /** Previous keys that can still decrypt and verify while SECRETS_KEY is being rotated. */
  readonly secretsKeyPrevious: readonly string[]
  readonly devEnvironment: number
  readonly sessionTimeoutMinutes: number
  /** OTLP endpoint for traces; `null` for none. */
  readonly tracesUrl: string | null
  readonly notificationsEnabled: boolean
  readonly appStoreUrl: string | null
  /** Browsers keep an offline copy of tickets and calendar. */
  readonly offline: boolean
  /** Operator of the portal, for the footer. */
  readonly provider: Company
  /** Where to report a vulnerability, `mailto:` or `https:`; `null`: to the address that mails come from. */
  readonly securityContact: string | null
  /** Maker of the software, for the footer. */
  readonly vendor: Company
  /** Send ISO 3166 country numbers to the gateway instead of the specification's. */
  readonly countryCodesIso: boolean
  /** Number of proxies in front of the portal whose X-Forwarded-For and X-Request-Id are trusted. */
  readonly trustProxy: number
  /** Fill an empty database with the demo world at the start. */
  readonly demoWorld: boolean
  /** Crash point where fault tests kill this process; `null` in production. */
  readonly crashAt: string | null
  /** Whether systemd waits until this process is ready. */
  readonly underSystemd: boolean
  /** A sentence on variables that look like misspelt names of settings, or null. */
  readonly misspelled: string | null
}

export interface Company {
  readonly name: string
  readonly url: string | null
}

/** For development; production refuses it. */
const developmentKey = 'development-only-key-that-production-refuses'

/**
 * Reads the environment; nothing else does. Throws one `ConfigError` that lists every missing or unsafe variable with what to do.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const { config, read } = examineConfig(env)
  read.finish()
  return config
}

/** `readConfig` without throwing, for the doctor. Values of variables that `read.wrong` lists must not be used. */
export function examineConfig(env: Record<string, string | undefined>): { config: Config; read: Variables } {
  const production = env.NODE_ENV === 'production'
  const read = new Variables(env, production)
  const port = read.integer('PORT', 3000, 0, 65_535)
  const host = read.text('HOST', production ? '0.0.0.0' : '127.0.0.1')
  const publicUrl = read.origin('PUBLIC_URL', `http://localhost:${port}`)
  const productKey = read.matching('PRODUCT_KEY', 'izy', /^[a-z][a-z0-9]{1,11}$/, '2 to 12 small letters and digits')
  // The simulators' addresses are defaults for those that are not set; there are none in production.
  const named = read.optionalUrl('SIMULATORS_URL', ['http:', 'https:'])
  const simulators = named === null ? undefined : besidePortal(named, publicUrl)
  const simulated = (rest: string) => simulators && `${simulators}${rest}`
  const whatsappUrl = read.optionalUrl('WHATSAPP_URL', ['https:', ...(production ? [] : ['http:'])])

  const config: Omit<Config, 'misspelled'> = {
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
    databaseReadUrl: read.optionalUrl('DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    files: filesOf(read, production),
    product: { key: productKey, name: read.text('PRODUCT_NAME', 'Klubportal') },
    oidc: {
      issuer: read.issuer('OIDC_ISSUER', simulated(`/realms/${productKey}`)),
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
    securityContact: read.optionalUrl('SECURITY_CONTACT', ['https:', 'mailto:']),
    vendor: { name: read.text('VENDOR_NAME', ''), url: read.optionalUrl('VENDOR_URL', ['http:', 'https:']) },
    countryCodesIso: read.flag('COUNTRY_CODES_ISO', false),
    trustProxy: read.integer('TRUST_PROXY', 0, 0, 10),
    demoWorld: read.outsideProduction('DEMO_WORLD', /^(on|off)$/) !== 'off' && !production,
    underSystemd: read.text('NOTIFY_SOCKET', '') !== '',
    crashAt: read.outsideProduction('CRASH_AT', /^[a-z.-]+(:[1-9]\d{0,3})?$/),
  }
  return { config: { ...config, misspelled: read.misspelled() }, read }
}

/** The configuration of a command that only needs the database. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretsKey' | 'secretsKeyPrevious'>

/** Reads only `DatabaseConfig`, so that backup and restore work where nothing else is set. */
export function readDatabaseConfig(env: Record<string, string | undefined> = process.env): DatabaseConfig {
  const production = env.NODE_ENV === 'production'
  const read = new Variables(env, production)
  const config = databaseOf(read, production)
  read.finish()
  return config
}

/** A bucket with pictures and files, `https://host/bucket`. */
export interface FilesBucket {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** Whether new ones go there. Otherwise those there are read, until they are moved back. */
  readonly write: boolean
}

function filesOf(read: Variables, production: boolean): FilesBucket | null {
  const url = read.optionalUrl('FILES_BUCKET_URL', ['https:', ...(production ? [] : ['http:'])])
  const needed = (name: string, what: string) => (url ? read.required(name, what) : read.text(name, ''))
  const key = needed('FILES_BUCKET_KEY', "the bucket's access key")
  const secret = needed('FILES_BUCKET_SECRET', "the bucket's secret key")
  const store = read.matching('FILES_STORE', 'bucket', /^(bucket|database)$/, 'bucket or database')
  return url ? { url, key, secret, write: store === 'bucket' } : null
}

/** Reads only what a command needs that moves files. */
export function readFilesBucket(env: Record<string, string | undefined> = process.env): FilesBucket {
  const production = env.NODE_ENV === 'production'
  const read = new Variables(env, production)
  const files = filesOf(read, production)
  if (!files) read.required('FILES_BUCKET_URL', 'the address of an S3-compatible bucket, https://host/bucket')
  read.finish()
  return files!
}

/** The keys by which files are encrypted and read again. */
export interface BackupKeys {
  /** age's public key `age1…`; null where files are only read. */
  readonly recipient: string | null
  /** age's secret key; null where files are only made. */
  readonly identity: string | null
}

/** Where encrypted backups go. */
export interface BackupBucket extends BackupKeys {
  /** An S3-compatible bucket's address, `https://host/bucket`. */
  readonly url: string
  readonly key: string
  readonly secret: string
}

const backupKeysOf = (read: Variables): BackupKeys => ({
  recipient: read.matching('BACKUP_RECIPIENT', '', /^(age1[a-z0-9]{20,}|)$/, "age's public key, age1…") || null,
  identity: read.matching('BACKUP_IDENTITY', '', /^(AGE-SECRET-KEY-\S{20,}|)$/, "age's secret key") || null,
})

/** Reads only what a command needs that moves a club. */
export function readBackupKeys(env: Record<string, string | undefined> = process.env): BackupKeys {
  const read = new Variables(env, env.NODE_ENV === 'production')
  const keys = backupKeysOf(read)
  read.finish()
  return keys
}

/** Reads only what a command needs that makes or reads backups in a bucket. */
export function readBackupBucket(env: Record<string, string | undefined> = process.env): BackupBucket {
  const read = new Variables(env, env.NODE_ENV === 'production')
  const bucket = {
    url: read.component('BACKUP_BUCKET_URL', undefined, 'the address of an S3-compatible bucket, https://host/bucket'),
    key: read.required('BACKUP_BUCKET_KEY', "the bucket's access key"),
    secret: read.required('BACKUP_BUCKET_SECRET', "the bucket's secret key"),
    ...backupKeysOf(read),
  }
  read.finish()
  return bucket
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
 * Simulators on this machine get the portal's host name, like they use themselves: tokens contain the issuer's address, and browsers treat
 * two names as two sites.
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

/** The public configuration in the page. */
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
