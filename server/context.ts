import { setTimeout as wait } from 'node:timers/promises'
import { componentChecks } from './components.ts'
import type { Config } from './config.ts'
import { requireRealClock } from './database/clock.ts'
import { armCrashPoint } from './database/crash-point.ts'
import { closeDb, type Db, openDb } from './database/db.ts'
import { startEmbedded } from './database/embedded.ts'
import { requireReadableSecrets } from './database/encrypted-columns.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { migrate } from './database/migrate.ts'
import { createSecrets, type Secrets } from './database/secrets.ts'
import { countCoupons, createSoldOutCache, eventLineHandler, type SoldOutCache } from './domains/events/index.ts'
import { membershipLineHandler } from './domains/memberships/index.ts'
import { createMailer, createWhatsapp, type Mailer, type Whatsapp } from './domains/notifications/index.ts'
import type { LineItemHandlers } from './domains/orders/index.ts'
import { freepayGateway, type Gateway } from './domains/payments/index.ts'
import { type ComponentWatch, watchComponents } from './http/component-watch.ts'
import { createLog, type Logger } from './http/log.ts'
import { createMetrics, measure, type Metrics } from './http/metrics.ts'
import { measurePortal } from './measures.ts'
import { tokenVerifier, type VerifyToken } from './identity/verify-token.ts'
import { startTracing } from './telemetry/trace.ts'

/** What everything runs on, built once per process. Domains are given it as their services. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly db: Db
  /** Where the database is, for a connection that listens. */
  readonly databaseUrl: string
  /** Few connections for health checks and payment callbacks, free while all others are taken. */
  readonly reserved: Db
  /** Connections of the job runner. */
  readonly jobsDb: Db
  readonly secrets: Secrets
  readonly verifyToken: VerifyToken
  readonly gateway: Gateway
  readonly mailer: Mailer
  /** Null: no WhatsApp messages are sent. */
  readonly whatsapp: Whatsapp | null
  readonly metrics: Metrics
  readonly components: ComponentWatch
  /** Who sells each kind of order line. */
  readonly lineHandlers: LineItemHandlers
  readonly soldOut: SoldOutCache
  readonly productKey: string
  readonly productName: string
  readonly publicUrl: string
  readonly countryCodesIso: boolean
  /** Closes everything, the embedded database last. */
  close(): Promise<void>
}

/** All that can be sold, and what codes take off it. */
export const lineHandlersWith = (soldOut: SoldOutCache): LineItemHandlers => ({
  lines: { membership: membershipLineHandler, event: eventLineHandler(soldOut) },
  coupons: countCoupons,
})

/** Opens the database, embedded when no other is configured, and brings it up to this version. */
export async function openContext(config: Config, log: Logger = logFor(config)): Promise<Context> {
  const onRevival = (failure?: unknown) => {
    if (failure === undefined) log.warn('PostgreSQL had ended and was started again')
    else log.error({ err: failure }, 'PostgreSQL ended and cannot be started yet')
  }
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, onRevival }) : null
  const url = config.databaseUrl ?? embedded!.url
  try {
    await waitForDatabase(url, { onWaiting: ({ message }) => log.warn(`${message}. Trying for a minute`) })
    const applied = await migrate(url)
    if (applied.length) log.info({ migrations: applied }, 'The database was brought up to this version')
  } catch (error) {
    await embedded?.stop()
    throw error
  }

  armCrashPoint(config.crashAt)
  let closing = false
  const onError = (error: Error) => {
    if (!closing) log.warn({ err: error }, 'A database connection was lost')
  }
  const db = openDb(url, { name: 'portal', size: 12, onError })
  const reserved = openDb(url, { name: 'portal reserved', size: 4, kept: 4, onError })
  const jobsDb = openDb(url, { name: 'portal jobs', size: 8, onError })
  const secrets = createSecrets(config.secretsKey, config.secretsKeyPrevious)
  if (config.production) {
    await requireRealClock(db)
    await requireReadableSecrets(db, secrets)
  }
  const { tracesUrl: endpoint, version } = config
  const tracing = endpoint ? await startTracing({ endpoint, service: 'member-portal', version }) : null
  const mailer = createMailer(config.mail)
  const metrics = createMetrics({ portal: db, reserved, jobs: jobsDb })
  measurePortal(metrics, reserved, config.version)
  const soldOut = createSoldOutCache(() => performance.now())
  const components = watchComponents({ checks: componentChecks(config), log })
  measure(metrics, {
    name: 'portal_degraded',
    help: 'Parts elsewhere that cannot be worked with, as /readyz tells them',
    labels: ['part'],
    read: async () => Object.keys(await components.faults()).map((part) => ({ labels: { part }, value: 1 })),
  })
  return {
    config,
    log,
    db,
    databaseUrl: url,
    reserved,
    jobsDb,
    secrets,
    verifyToken: tokenVerifier({ ...config.oidc, refusesDemoPeople: config.production }),
    gateway: freepayGateway(config.freepay),
    mailer,
    whatsapp: config.whatsapp && createWhatsapp(config.whatsapp),
    components,
    metrics,
    lineHandlers: lineHandlersWith(soldOut),
    soldOut,
    productKey: config.product.key,
    productName: config.product.name,
    publicUrl: config.publicUrl,
    countryCodesIso: config.countryCodesIso,
    close: async () => {
      closing = true
      mailer.close()
      await tracing?.close()
      await Promise.all([db, reserved, jobsDb].map(closeDb))
      await embedded?.stop()
    },
  }
}

export const logFor = ({ production }: Pick<Config, 'production'>): Logger => createLog({ pretty: !production })

/** Longest time from a signal to the end; whoever asks for the stop usually ends us by force after 30 s. */
const PATIENCE = 25_000

/** On SIGTERM or Ctrl-C runs `stop`, which lets finish what is in flight, and ends the process. */
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
      if (outcome === 'late') log.error('Something did not finish in time and is cut off')
      process.exit(outcome === 'late' ? 1 : 0)
    } catch (error) {
      log.error({ err: error }, 'The stop went wrong')
      process.exit(1)
    }
  }
}

/** Says in one sentence why the start failed where the reason is known, and ends the process. */
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
  const told =
    error instanceof Error && known.includes(error.name)
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error)
  process.stderr.write(`${told}\n`)
  process.exit(1)
}
