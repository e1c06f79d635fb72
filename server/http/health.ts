import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { isMigrated } from '#server/database/migrate.ts'
import { sql } from '#server/database/sql.ts'
import type { ComponentWatch } from './component-watch.ts'

export interface Health {
  /** The server is shutting down and should get no new requests. */
  draining: boolean
}

export interface HealthOptions {
  readonly reserved: Db
  /** External components, the machine and the settings. */
  readonly components: ComponentWatch
  /** Also tell why something is degraded. The reasons contain addresses. */
  readonly reasonsForAll: boolean
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve; `degraded` lists what else is wrong. That does not make a server unready: most
 * of it is wrong for every server alike, and pages and reads work all the same.
 */
export function addHealth(
  app: FastifyInstance,
  health: Health,
  { reserved, components, reasonsForAll }: HealthOptions,
): void {
  const check = readiness(reserved)
  app.get('/healthz', { config: { limiters: [] } }, () => ({ alive: true }))
  app.get('/readyz', { config: { limiters: [] } }, async (_request, reply) => {
    if (health.draining) return reply.code(503).send({ ready: false, draining: true })
    const [results, reasons] = await Promise.all([check(), components.faults()])
    const ready = Object.values(results).every(Boolean)
    const degraded = Object.keys(reasons)
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '1' })
      .send({
        ready,
        ...results,
        ...(degraded.length > 0 ? { degraded } : {}),
        ...(degraded.length > 0 && reasonsForAll ? { reasons } : {}),
      })
  })
}

/** Concurrent probes share one check on one connection: the other reserved ones are for payments. */
function readiness(reserved: Db) {
  let migrated = false
  let asking: Promise<Readiness> | undefined
  async function ask(): Promise<Readiness> {
    const results = { database: false, migrations: false, jobs: false }
    try {
      await reserved.execute(sql`select 1`)
      results.database = true
      results.migrations = migrated ||= await isMigrated(reserved)
      // Jobs can be added. Whether a worker runs is for the worker's own health check.
      await reserved.execute(sql`select 1 from graphile_worker.migrations limit 1`)
      results.jobs = true
    } catch {
      // The remaining checks would fail too.
    }
    return results
  }
  return () => (asking ??= ask().finally(() => (asking = undefined)))
}

type Readiness = Record<'database' | 'migrations' | 'jobs', boolean>
