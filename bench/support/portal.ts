import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import type { Hosts } from './hosts.ts'
import { answers, start, until, type Started } from './processes.ts'
import { RECORD_VARIABLE } from './statement.ts'

/** A server and a worker on one database, as `npm run server` and `npm run worker` start them in production. */
export interface Portal {
  readonly database: string
  /** Its real address. */
  readonly url: string
  /** Its public address for browsers and the gateway. */
  readonly publicUrl: string
  readonly server: Started
  readonly worker: Started
  /** Another worker beside it, or after its end. */
  startWorker(): Promise<Started>
  stop(): Promise<void>
}

export interface PortalOptions {
  readonly cluster: Cluster
  readonly hosts: Hosts
  readonly database: string
  readonly publicUrl: string
  readonly issuer: string
  readonly secretsKey: string
  readonly gatewayUrl: string
  readonly managementUrl: string
  readonly smtpPort: number
  /** Records the statements of both processes in `server.statements` and `worker.statements` of this folder. */
  readonly recordIn?: string
}

/** Seconds to start, on a busy machine. */
const START = 120

export async function startPortal(options: PortalOptions): Promise<Portal> {
  const { cluster, hosts, database, publicUrl, recordIn } = options
  const url = hosts[publicUrl]!
  const common = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: cluster.urlOf(database),
    SECRETS_KEY: options.secretsKey,
    OIDC_ISSUER: options.issuer,
    FREEPAY_GATEWAY_URL: options.gatewayUrl,
    FREEPAY_MANAGEMENT_URL: options.managementUrl,
    SMTP_URL: `smtp://127.0.0.1:${options.smtpPort}`,
    MAIL_FROM: 'Portal <portal@bench.example>',
    // Every buyer has their own address.
    TRUST_PROXY: '1',
    // One office makes all of these calls.
    READS_PER_MINUTE: '1000000',
  }
  const startOne = (name: 'server' | 'worker', program: string) =>
    start(program, {
      logFile: path.join(cluster.dataDir, `${database}.${name}.log`),
      hosts,
      preload: ['bench/support/plain-http.ts', ...(recordIn ? ['bench/support/record-statements.ts'] : [])],
      env: { ...common, ...(recordIn ? { [RECORD_VARIABLE]: path.join(recordIn, `${name}.statements`) } : {}) },
    })
  const others: Started[] = []
  const server = startOne('server', 'server/main.ts')
  const worker = startOne('worker', 'server/worker.ts')
  const runs = (one: Started) =>
    until('The worker', () => readFileSync(one.logFile, 'utf8').includes('Worker is running'), START)
  await until('The server', () => answers(`${url}/readyz`), START)
  await runs(worker)
  return {
    database,
    url,
    publicUrl,
    server,
    worker,
    startWorker: async () => {
      const other = startOne('worker', 'server/worker.ts')
      others.push(other)
      await runs(other)
      return other
    },
    stop: async () => {
      await Promise.all([server, worker, ...others].map((one) => one.stop()))
    },
  }
}

/** Waiting jobs, including scheduled ones. */
export async function waitingJobs(cluster: Cluster, database: string): Promise<number> {
  const [row] = await cluster.sql<{ count: number }>(
    database,
    'select count(*)::int as count from graphile_worker.jobs where attempts < max_attempts',
  )
  return row!.count
}

/** Waits until the worker has no jobs. Throws with the rest when that takes too long. */
export async function finishJobs(cluster: Cluster, database: string, seconds: number): Promise<void> {
  try {
    await until('All jobs are done', async () => (await waitingJobs(cluster, database)) === 0, seconds)
  } catch (error) {
    const left = await cluster.sql(
      database,
      `select task_identifier, attempts, locked_at, run_at, left(last_error, 300) as last_error, count(*)::int
       from graphile_worker.jobs group by 1, 2, 3, 4, 5 order by 6 desc limit 10`,
    )
    throw new Error(`Jobs are left on ${database}: ${JSON.stringify(left, undefined, 2)}`, { cause: error })
  }
}
