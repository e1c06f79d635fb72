import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { isMigrated } from '#server/database/migrate.ts'

export interface Health {
  /** The server is about to end; no new work should come. */
  draining: boolean
}

/** `/healthz`: the process lives. `/readyz`: it can do its work now. */
export function addHealth(app: FastifyInstance, reserved: Db, health: Health): void {
  const check = readiness(reserved)
  app.get('/healthz', () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    if (health.draining) return reply.code(503).send({ ready: false, draining: true })
    const results = await check()
    const ready = Object.values(results).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '1' })
      .send({ ready, ...results })
  })
}

/** However many ask at once, one connection is asked once: the others are for payments. */
function readiness(reserved: Db) {
  let migrated = false
  let asking: Promise<Record<string, boolean>> | undefined
  const checks = {
    database: async () => {
      await reserved.execute(sql`select 1`)
      return true
    },
    migrations: async () => (migrated ||= await isMigrated(reserved)),
    // Jobs can be added; whether a worker lives is the worker's own health.
    jobs: async () => {
      await reserved.execute(sql`select 1 from graphile_worker.migrations limit 1`)
      return true
    },
  }
  async function ask() {
    const results: Record<string, boolean> = { database: false, migrations: false, jobs: false }
    try {
      for (const [name, check] of Object.entries(checks)) results[name] = await check()
    } catch {
      // What cannot be asked any more is not ready; asking on would only take longer.
    }
    return results
  }
  return () => (asking ??= ask().finally(() => (asking = undefined)))
}
