import path from 'node:path'
import { closeDb, openDb, type Db } from '#server/database/db.ts'
import { createSecrets, type Secrets } from '#server/database/secrets.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import type { Sql } from '#server/testing/invariants/invariant-facts.ts'
import { startBalancer } from './balancer.ts'
import { startChild, type Child } from './child.ts'
import { SECRETS_KEY, type Infrastructure } from './infrastructure.ts'
import { openSql } from './postgres.ts'

/** Servers and workers on one database, behind one address. */
export interface Portal {
  readonly infrastructure: Infrastructure
  readonly url: string
  readonly sql: Sql
  /** For filling the database as the portal would. */
  readonly context: { readonly db: Db; readonly secrets: Secrets }
  readonly servers: readonly Child[]
  readonly workers: readonly Child[]
  /** Sends all connections to these servers; to all servers when left out. */
  serveWith(servers?: readonly Child[]): void
  ready(): Promise<void>
  stop(): Promise<void>
}

export interface PortalOptions {
  readonly servers: number
  readonly workers: number
  /** The name of its database. */
  readonly database?: string
  /** The guard that its processes lack. */
  readonly mutation?: string
}

const root = path.resolve(import.meta.dirname, '../..')

export async function startPortal(infrastructure: Infrastructure, options: PortalOptions): Promise<Portal> {
  const { database = 'portal', mutation } = options
  const environment = await infrastructure.environmentFor(database)
  const balancer = await startBalancer()
  const common = {
    ...environment,
    PUBLIC_URL: balancer.url,
    HOST: '127.0.0.1',
    ...(mutation && {
      MUTATION: mutation,
      NODE_OPTIONS: `--import=${path.join(root, 'chaos/mutations/mutate.ts')}`,
    }),
  }
  const ports: number[] = []

  const startServer = async (number: number) => {
    const port = await freePort()
    ports.push(port)
    return startChild({
      name: `server ${number + 1}`,
      file: path.join(root, 'server/main.ts'),
      env: { ...common, PORT: String(port) },
      isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false,
    })
  }
  const startWorker = (number: number) =>
    startChild({
      name: `worker ${number + 1}`,
      file: path.join(root, 'server/worker.ts'),
      env: common,
      isReady: (said) => said.includes('Worker is running'),
    })

  const servers: Child[] = []
  // The first one migrates alone, so that the others need not wait for the lock.
  for (let number = 0; number < options.servers; number++) {
    servers.push(await startServer(number))
    if (number === 0) await servers[0]!.ready()
  }
  const workers = Array.from({ length: options.workers }, (_, number) => startWorker(number))
  const serveWith = (chosen: readonly Child[] = servers) =>
    balancer.to(chosen.map((server) => ports[servers.indexOf(server)]!))
  serveWith()

  const url = infrastructure.postgres.urlOf(database)
  const { sql, close } = openSql(url)
  const db = openDb(url, { name: 'harness', size: 2, connectionTimeout: 5000 })
  const ready = async () => {
    await infrastructure.postgres.ready()
    await Promise.all([infrastructure.simulators, ...servers, ...workers].map((child) => child.ready()))
  }
  await ready()

  return {
    infrastructure,
    url: balancer.url,
    sql,
    context: { db, secrets: createSecrets(SECRETS_KEY) },
    servers,
    workers,
    serveWith,
    ready,
    async stop() {
      await Promise.all([...servers, ...workers].map((child) => child.stop()))
      balancer.close()
      await Promise.all([close(), closeDb(db)])
    },
  }
}
