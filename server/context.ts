import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from './config.ts'
import { requireRealClock } from './database/clock.ts'
import { armCrashPoint } from './database/crash-point.ts'
import { closeDb, type Db, openDb } from './database/db.ts'
import { startEmbedded } from './database/embedded.ts'
import { requireReadableSecrets } from './database/encrypted-columns.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { migrate } from './database/migrate.ts'
import { noReplica, openReplica, type Replica } from './database/replica.ts'
import { createSecrets, type Secrets } from './database/secrets.ts'
import { countCoupons, createSoldOutCache, eventLineHandler, type SoldOutCache } from './domains/events/index.ts'
import { membershipLineHandler } from './domains/memberships/index.ts'
import { createMailer, createWhatsapp, type Mailer, type Whatsapp } from './domains/notifications/index.ts'
import type { LineItemHandlers } from './domains/orders/index.ts'
import { freepayGateway, type Gateway } from './domains/payments/index.ts'
import { type ComponentWatch, watchComponents } from './http/component-watch.ts'
import { createLog, type Logger } from './http/log.ts'
import { countProxies, type ProxyCount } from './http/proxy-count.ts'
import { createMetrics, measure, measureReplica, type Metrics } from './http/metrics.ts'
import { openBucket } from './documents/bucket.ts'
import { createFileStore, type FileStore } from './documents/file-store.ts'
import { healthChecks } from './health-checks.ts'
import { measurePortal } from './measures.ts'
import { tokenVerifier, type VerifyToken } from './identity/verify-token.ts'
import { release } from './database/release.ts'
import { startTracing } from './telemetry/trace.ts'

/** The services of the whole process, created once. Domains get the parts they need. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly db: Db
  /** For connections outside the pools, such as the one that LISTENs. */
  readonly databaseUrl: string
  /** A few connections for health checks and payment callbacks, free while all others are busy. */
  readonly reserved: Db
  /** Reads that may be a second old. */
  readonly replica: Replica
  /** Connections of the job runner. */
  readonly jobsDb: Db
  readonly secrets: Secrets
  /** The bytes of pictures and files. */
  readonly files: FileStore
  readonly verifyToken: VerifyToken
  readonly gateway: Gateway
  readonly mailer: Mailer
  /** Null when WhatsApp is off. */
  readonly whatsapp: Whatsapp | null
  readonly metrics: Metrics
  readonly components: ComponentWatch
  readonly proxies: ProxyCount
  /** Handlers of each kind of order line. */
  readonly lineHandlers: LineItemHandlers
  readonly soldOut: SoldOutCache
  readonly productKey: string
  readonly productName: string
  readonly publicUrl: string
  readonly countryCodesIso: boolean
  /** Closes everything, the embedded database last. */
  close(): Promise<void>
}

/** The handlers of everything that can be sold, and of coupons. */
export const lineHandlersWith = (soldOut: SoldOutCache, secrets: Secrets): LineItemHandlers => ({
  lines: { membership: membershipLineHandler, event: eventLineHandler(soldOut, secrets) },
  coupons: countCoupons,
})

/** Opens the database, by default the embedded one, runs migrations, and creates the services. */
export async function openContext(config: Config, log: Logger = logFor(config)): Promise<Context> {
  const onRevival = (failure?: unknown) => {
    if (failure === undefined) log.warn('PostgreSQL exited and was restarted')
    else log.error({ err: failure }, 'PostgreSQL exited and could not be restarted yet')
  }
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, onRevival }) : null
  const url = config.databaseUrl ?? embedded!.url
  try {
    await waitForDatabase(url, { onWaiting: ({ message }) => log.warn(`${message}. Trying for a minute`) })
    const applied = await migrate(url)
    if (applied.length) log.info({ migrations: applied }, 'Database migrated')
  } catch (error) {
    await embedded?.stop()
    throw error
  }

  armCrashPoint(config.crashAt)
  let closing = false
  const onError = (error: Error) => {
    if (!closing) log.warn({ err: error }, 'Database connection lost')
  }
  const db = openDb(url, { name: 'portal', size: 12, onError })
  const reserved = openDb(url, { name: 'portal reserved', size: 4, kept: 4, onError })
  const jobsDb = openDb(url, { name: 'portal jobs', size: 8, onError })
  const replica = config.databaseReadUrl
    ? openReplica({ url: config.databaseReadUrl, primary: db, reserved, onError })
    : noReplica
  const secrets = createSecrets(config.secretsKey, config.secretsKeyPrevious)
  if (config.production) {
    await requireRealClock(db)
    await requireReadableSecrets(db, secrets)
  }
  const { tracesUrl: endpoint } = config
  const tracing = endpoint ? await startTracing({ endpoint, service: 'member-portal', version: release.version }) : null
  const mailer = createMailer(config.mail)
  const metrics = createMetrics({ portal: db, reserved, jobs: jobsDb, ...(replica.db && { replica: replica.db }) })
  if (replica.db) measureReplica(metrics, replica)
  measurePortal(metrics, reserved)
  const soldOut = createSoldOutCache(() => performance.now())
  const proxies = countProxies(config.trustProxy)
  const files = createFileStore(config.files && openBucket(config.files), { write: config.files?.write ?? false })
  const checks = healthChecks(config, reserved)
  const components = watchComponents({
    checks: {
      ...checks,
      mail: async () => (await checks.mail()) ?? mailer.refusal(),
      proxy: async () => proxies.fault(),
      files: () => files.fault(db),
      ...(replica.db && { replica: () => replica.fault() }),
    },
    log,
  })
  measure(metrics, {
    name: 'portal_degraded',
    help: 'Parts that do not work, as in /readyz',
    labels: ['part'],
    read: async () => Object.keys(await components.faults()).map((part) => ({ labels: { part }, value: 1 })),
  })
  return {
    config,
    log,
    db,
    databaseUrl: url,
    reserved,
    replica,
    jobsDb,
    secrets,
    files,
    verifyToken: tokenVerifier({ ...config.oidc, refusesDemoPeople: config.production }),
    gateway: freepayGateway(config.freepay),
    mailer,
    whatsapp: config.whatsapp && createWhatsapp(config.whatsapp),
    components,
    proxies,
    metrics,
    lineHandlers: lineHandlersWith(soldOut, secrets),
    soldOut,
    productKey: config.product.key,
    productName: config.product.name,
    publicUrl: config.publicUrl,
    countryCodesIso: config.countryCodesIso,
    close: async () => {
      closing = true
      mailer.close()
      await tracing?.close()
      await replica.close()
      await Promise.all([db, reserved, jobsDb].map(closeDb))
      await embedded?.stop()
    },
  }
}

export const logFor = ({ production }: Pick<Config, 'production'>): Logger => createLog({ pretty: !production })

/** Milliseconds for a shutdown; supervisors usually kill a process after 30 s. */
const PATIENCE = 25_000

/** On SIGTERM or Ctrl-C runs `stop`, which finishes the work in flight, and exits. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void end()
    })
  }
  async function end() {
    const late = wait(PATIENCE, 'late' as const, { ref: false })
    try {
      const outcome = await Promise.race([stop(), late])
      if (outcome === 'late') log.error('Shutdown timed out')
      process.exit(outcome === 'late' ? 1 : 0)
    } catch (error) {
      log.error({ err: error }, 'Shutdown failed')
      process.exit(1)
    }
  }
}

/** Notifies systemd that this process serves (`Type=notify`), by its own program: Node has no sockets of that kind. */
export function notifySystemd(
  { config, log }: { config: Pick<Config, 'underSystemd'>; log: Logger },
  program = 'systemd-notify',
): void {
  if (!config.underSystemd) return
  execFile(program, ['--ready'], (error) => {
    if (error) log.error({ err: error }, 'systemd was not notified that this process is ready')
  })
}

/** Prints why the start failed, in one sentence when the reason is known, and exits. */
export function failStart(error: unknown): never {
  const known = [
    'BackupProblem',
    'ClockProblem',
    'CommandProblem',
    'ConfigError',
    'DatabaseProblem',
    'EmbeddedProblem',
    'MigrationProblem',
    'PortInUse',
    'SecretsProblem',
  ]
  const text =
    error instanceof Error && known.includes(error.name)
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
