import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { isMigrated } from '#server/database/migrate.ts'
import { sql } from '#server/database/sql.ts'
import type { ComponentWatch } from './component-watch.ts'

export interface Health {
  /** The server is about to end; no new work should come. */
  draining: boolean
}

export interface HealthOptions {
  readonly reserved: Db
  /** What the portal needs elsewhere. */
  readonly components: ComponentWatch
  /** Why something is degraded names addresses: for whoever may see the metrics. */
  readonly reasonsForAll: boolean
}

/**
 * `/healthz`: the process lives. `/readyz`: it can do its work now; `degraded` names what is missing for some of it. What is missing
 * for all processes alike takes none of them away: pages and reads go on without a gateway.
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
    const [{ readOnly, ...results }, faults] = await Promise.all([check(), components.faults()])
    const ready = Object.values(results).every(Boolean)
    const reasons = { ...(readOnly ? { database: READ_ONLY } : {}), ...faults }
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

const READ_ONLY =
  'DATABASE_URL: this database takes no writes (a standby, or default_transaction_read_only is on): use the address of the primary'

/** However many ask at once, one connection is asked once: the others are for payments. */
function readiness(reserved: Db) {
  let migrated = false
  let asking: Promise<Readiness> | undefined
  async function ask(): Promise<Readiness> {
    const results = { database: false, migrations: false, jobs: false, readOnly: false }
    try {
      const { rows } = await reserved.execute<{ read_only: boolean }>(
        sql`select current_setting('transaction_read_only') = 'on' as read_only`,
      )
      results.database = true
      results.readOnly = rows[0]!.read_only
      results.migrations = migrated ||= await isMigrated(reserved)
      // Jobs can be added; whether a worker lives is the worker's own health.
      await reserved.execute(sql`select 1 from graphile_worker.migrations limit 1`)
      results.jobs = true
    } catch {
      // What cannot be asked any more is not ready; asking on would only take longer.
    }
    return results
  }
  return () => (asking ??= ask().finally(() => (asking = undefined)))
}

type Readiness = Record<'database' | 'migrations' | 'jobs' | 'readOnly', boolean>
